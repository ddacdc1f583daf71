// The worker of a site, run by node as a browser runs it: packed.mjs SITE, requests on standard input, one a line.
// Each answer is a line: what was made (files by their SHA-256) or what is wrong, the milliseconds it took, and the bytes fetched so far.
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const site = path.resolve(process.argv[2]), place = fs.mkdtempSync(path.join(os.tmpdir(), "packed-"));
const worker = path.join(site, fs.readdirSync(site).find((name) => /^worker-h/.test(name)));
let came = 0; // bytes that were fetched
const read = (url) => {
  const data = fs.readFileSync(fileURLToPath(url));
  came += data.length;
  return data;
};
Object.assign(process, { browser: true, type: "renderer" }); // Pyodide takes node for a browser
let scripts = 0;
Object.assign(globalThis, {
  self: globalThis,
  location: pathToFileURL(worker),
  WorkerGlobalScope: class { static [Symbol.hasInstance]() { return true; } },
  fetch: async (url) => new Response(read(String(url))),
  XMLHttpRequest: class { open(_, url) { this.url = url; } send() { Object.assign(this, { status: 200, response: new Uint8Array(read(this.url)).buffer }); } },
  Blob: class { constructor([data]) { this.data = data; } },
});
URL.createObjectURL = ({ data }) => {
  const file = path.join(place, `${scripts++}.mjs`);
  fs.writeFileSync(file, data);
  return pathToFileURL(file).href;
};

let answered;
globalThis.postMessage = (data) => {
  if (data.stage === "broken") console.error(data.fault), process.exit(1);
  if ("made" in data || "fault" in data) answered(data);
};
await import(pathToFileURL(worker).href);
for await (const line of createInterface({ input: process.stdin })) {
  const begun = performance.now(), { made, fault } = await new Promise((done) => {
    answered = done;
    self.onmessage({ data: { id: 1, ...JSON.parse(line) } });
  });
  const files = made?.files?.map(([, data]) => createHash("sha256").update(data).digest("hex"));
  const data = made?.data && Buffer.from(made.data).toString();
  console.log(JSON.stringify({ made: { ...made, files, data }, fault, came, ms: Math.round(performance.now() - begun) }));
}
fs.rmSync(place, { recursive: true });
process.exit(0);
