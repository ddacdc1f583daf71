/** Every throw made anew from the public links: SHA-256 by the browser where it lends it, else our own. */

/** @typedef {{k: number, link: string, turn: number, seat?: number, mix?: string[], beacon?: string, kinds?: string[], throws: Array<[string, number, number[]]>}} Step */
/** @typedef {{value: number, byte: number, passed: number[]}} Die */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{ok: boolean, wrong: string[], dice: Die[][], blocks: string[], mixed: string}} Checked */

/** @param {string} text */
export const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Iterable<number>} data */
export const hex = (data) => [...data].map((value) => value.toString(16).padStart(2, "0")).join("");
/** @param {...Iterable<number>} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

const ROUND = /** @type {number[]} */ ([]), FIRST = /** @type {number[]} */ ([]);
for (let n = 2; ROUND.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (FIRST.length < 8) FIRST.push(((Math.sqrt(n) % 1) * 2 ** 32) | 0);
  ROUND.push(((Math.cbrt(n) % 1) * 2 ** 32) | 0);
}

/** SHA-256 of some bytes (FIPS 180-4). @param {Uint8Array} data */
export const sha256 = (data) => {
  const size = data.length, message = new Uint8Array(((size + 8) >> 6) * 64 + 64), view = new DataView(message.buffer);
  const h = Int32Array.from(FIRST), w = new Int32Array(64);
  message.set(data);
  message[size] = 128;
  view.setUint32(message.length - 4, size * 8);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < message.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(at + 4 * i);
      else {
        const a = w[i - 15], b = w[i - 2];
        w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
      }
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] += x));
  }
  const out = new Uint8Array(32), written = new DataView(out.buffer);
  h.forEach((x, i) => written.setInt32(4 * i, x));
  return out;
};

const web = globalThis.crypto?.subtle;
/** @param {Bytes} data */
const hash = async (data) => (web ? new Uint8Array(await web.digest("SHA-256", data)) : sha256(data));
/** @param {Bytes} key @param {Bytes} data */
const hmac = async (key, data) => {
  if (web) {
    const made = await web.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await web.sign("HMAC", made, data));
  }
  const pad = (/** @type {number} */ x) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ x);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), data))));
};

const TEXT = new TextEncoder();
/** What is mixed in all through a match: the SHA-256 of its id, the dice words and, after the first scheme, the first links
 *  of the players' pads, of which new matches have none. @param {any} dice */
const entropy = (dice) => hash(TEXT.encode([dice.match, ...dice.words, ...(dice.pads ?? [])].join("\n")));

/** What is mixed into a step: besides, after the first scheme, each player's freshest link, and what the signature of a round
 *  of drand hashes to. That the signature is drand's, no browser can tell. @param {Step} step @param {Bytes} all */
const mixture = async (step, all) =>
  joined(all, ...(step.mix ?? []).map((/** @type {string} */ link) => (link ? joined([1], bytes(link)) : new Uint8Array(11))),
    step.beacon ? await hash(bytes(step.beacon.split(" ")[1])) : []);

/**
 * The dice of a step: each takes the next byte of HMAC(link, mixed + block), again while the byte would favour a side. In
 * the third scheme each kind of throw has bytes of its own: HMAC(link, mixed + SHA-256 of the kind + block).
 * @param {Step} step @param {Bytes} mixed
 */
const thrown = async (step, mixed) => {
  const key = bytes(step.link), blocks = /** @type {string[]} */ ([]), dice = [];
  /** @type {Map<string, {named: Iterable<number>, pool: number[], block: number}>} */
  const streams = new Map();
  for (const [row, [, sides, values]] of step.throws.entries()) {
    const kind = step.kinds?.[row] ?? "";
    const stream = streams.get(kind) ?? { named: step.kinds ? await hash(TEXT.encode(kind)) : [], pool: [], block: 0 };
    streams.set(kind, stream);
    const made = [];
    for (let n = 0; n < values.length; n++) {
      const passed = [];
      for (;;) {
        if (!stream.pool.length) {
          const block = new Uint8Array(4);
          new DataView(block.buffer).setUint32(0, stream.block++);
          stream.pool = [...(await hmac(key, joined(mixed, stream.named, block)))];
          blocks.push(hex(stream.pool));
        }
        const byte = /** @type {number} */ (stream.pool.shift());
        if (byte >= 256 - (256 % sides)) { passed.push(byte); continue; }
        made.push({ value: (byte % sides) + 1, byte, passed });
        break;
      }
    }
    dice.push(made);
  }
  return { blocks, dice };
};

/** Whether a step is one: a number, a link, dice of as many sides as a byte can choose among. @param {Step} step */
const sound = ({ k, link, throws }) => Number.isInteger(k) && /^[0-9a-f]{64}$/.test(link) && Array.isArray(throws) &&
  throws.every(([, sides, values]) => Number.isInteger(sides) && sides > 1 && sides <= 256 && Array.isArray(values));

/** Each link hashes back to the one before, and to the commitment; each die follows. @param {import("./dom.js").Dice} dice @returns {Promise<Checked[]>} */
const checked = async (dice) => {
  const all = await entropy(dice), out = [];
  let last = 0, known = dice.commitment;
  for (const step of dice.steps) {
    if (!sound(step)) {
      out.push({ ok: false, wrong: [], mixed: "", dice: [], blocks: [] });
      continue;
    }
    const link = await hash(bytes(step.link));
    const mixed = await mixture(step, all), made = await thrown(step, mixed), wrong = /** @type {string[]} */ ([]);
    step.throws.forEach(([, , values], row) => values.forEach((value, n) => made.dice[row][n].value === value || wrong.push(`${row} ${n}`)));
    out.push({ ok: step.k === last + 1 && hex(link) === known, wrong, mixed: hex(mixed), ...made });
    last = step.k;
    known = step.link;
  }
  return out;
};

/** How each scheme is checked: another one is another line here. @type {Record<string, (dice: import("./dom.js").Dice) => Promise<Checked[]>>} */
export const SCHEMES = { "postfox-dice-1": checked, "postfox-dice-2": checked, "postfox-dice-3": checked };
