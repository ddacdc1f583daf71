/* Checks dice with the page's own module: node check_dice.mjs MODULE < DICE > VERDICTS, a line each. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

if (process.argv[3] === "own") Object.defineProperty(globalThis, "crypto", { value: {} });
const { SCHEMES } = await import(pathToFileURL(process.argv[2]).href);
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const dice = JSON.parse(line), results = await SCHEMES[dice.scheme](dice);
  console.log(JSON.stringify({ good: results.every((one) => one.ok && !one.wrong.length), dice: results.map((one) => one.dice.map((row) => row.map((die) => die.value))) }));
}
