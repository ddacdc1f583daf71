/* The checker for Node, told of many matches at once: node check_match.mjs CHECK.MJS < ARGUMENTS > ANSWERS, a line each. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { main } = await import(pathToFileURL(process.argv[2]).href);
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) console.log(JSON.stringify(main(...JSON.parse(line))));
