/* Taps cases through with the page's own interpreter: node tap_through.mjs INTERPRETER < CASES > ANSWERS, a line each. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { begin, tap, undo } = await import(pathToFileURL(process.argv[2]).href);
let seed = 12345;
const random = (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0), Math.floor((seed / 2 ** 32) * n));
const spread = (one) => (one.kind === "number" ? Array.from({ length: one.to - one.from + 1 }, (_, i) => `${one.from + i}`) : [one.text]);

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { choice, grounds, whole, samples, reach } = JSON.parse(line);
  const out = { texts: [], sampled: [], missed: [], dead: [], taps: 0, slowest: 0, open: 0 };
  const timed = (make) => {
    const from = performance.now(), made = make();
    return [made, performance.now() - from];
  };
  const take = (order, text) => {
    const [made, ms] = timed(() => tap(order, text));
    out.taps++, (out.slowest = Math.max(out.slowest, ms));
    if (!made || !(made.text || made.next.length) || undo(made) !== order) out.dead.push([...order.taps.map((one) => one.text), text]);
    return made;
  };
  const [first, ms] = timed(() => begin(choice, grounds));
  out.open = ms;
  const found = new Set();
  const go = (order) => {
    if (order.text) found.add(order.text);
    for (const text of order.next.flatMap(spread)) go(take(order, text));
  };
  if (whole) go(first);
  out.texts = [...found];
  for (let n = 0; n < samples; n++) {
    let order = begin(choice, grounds);
    while (order.next.length && !(order.text && random(4) === 0)) {
      const texts = order.next.flatMap(spread);
      order = take(order, texts[random(texts.length)]);
    }
    out.sampled.push(order.text);
  }
  for (const [taps, text] of reach) {
    let order = begin(choice, grounds);
    for (const one of taps) order = order && take(order, one);
    if (order?.text !== text) out.missed.push(text);
  }
  console.log(JSON.stringify(out));
}
