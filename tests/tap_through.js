/* Taps one case through with the page's own interpreter: every order, or some at random, and those that it should reach. */

const spread = (one) => (one.kind === "number" ? Array.from({ length: one.to - one.from + 1 }, (_, i) => `${one.from + i}`) : [one.text]);

export const through = ({ begin, tap, undo }, { choice, common, whole, samples, reach }) => {
  const out = { texts: [], sampled: [], missed: [], dead: [], taps: 0, slowest: 0 }, found = new Set();
  let seed = 12345;
  const random = (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0), Math.floor((seed / 2 ** 32) * n));
  const take = (order, text) => {
    const from = performance.now(), made = tap(order, text);
    out.taps++, (out.slowest = Math.max(out.slowest, performance.now() - from));
    if (!made || !(made.text || made.next.length) || undo(made) !== order) out.dead.push([...order.taps.map((one) => one.text), text]);
    return made;
  };
  const go = (order) => {
    if (order.text) found.add(order.text);
    for (const text of order.next.flatMap(spread)) go(take(order, text));
  };
  if (whole) go(begin(choice, common));
  out.texts = [...found];
  for (let n = 0; n < samples; n++) {
    let order = begin(choice, common);
    while (order.next.length && !(order.text && random(4) === 0)) {
      const texts = order.next.flatMap(spread);
      order = take(order, texts[random(texts.length)]);
    }
    out.sampled.push(order.text);
  }
  for (const [taps, text] of reach) {
    let order = begin(choice, common);
    for (const one of taps) order = order && take(order, one);
    if (order?.text !== text) out.missed.push(text);
  }
  return out;
};
