// Check the log and the dice of a match with nothing but Node: node check.mjs DIR (match.json and log.jsonl).
// It uses no part of Postfox, so that nobody need trust Postfox: read it, or write your own from docs/dice.md.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha = (data) => createHash("sha256").update(data).digest();
const hex = (text) => Buffer.from(text, "hex");
const must = (right, line, what) => {
  if (!right) { console.error(`line ${line}: ${what}`); process.exit(1); }
};

// The dice that a link and what is mixed in make.
function* bytes(link, mixed) {
  for (let n = 0; ; n++) {
    const block = Buffer.alloc(4);
    block.writeUInt32BE(n);
    yield* createHmac("sha256", link).update(Buffer.concat([mixed, block])).digest();
  }
}
const die = (stream, sides) => {
  for (;;) {
    const byte = stream.next().value;
    if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
  }
};

const folder = process.argv[2];
const terms = readFileSync(`${folder}/match.json`), match = JSON.parse(terms);
const log = readFileSync(`${folder}/log.jsonl`), two = match.dice === "postfox-dice-2";
const lines = [];
for (let start = 0, end; start < log.length; start = end + 1) {
  end = log.indexOf(10, start);
  if (end < 0) end = log.length;
  lines.push(log.subarray(start, end));
}
must(JSON.parse(lines[0]).source_hash === sha(terms).toString("hex"), 1, "it names another match.json");

const held = new Map(); // seat: link 0, freshest link, seats that it waits for
const seats = match.seats.map((_, seat) => seat);
const drop = (seat) => { held.delete(seat); for (const pad of held.values()) pad.waits.delete(seat); };
let fixed = null, words = [], before = match.commitment, k = 0, prev = "0".repeat(64), thrown = 0;

const take = (number, seat, { kind, text = "", events }) => {
  if (kind === "link") {
    const link = text.split(" ").at(-1), pad = held.get(seat);
    const last = sha(Buffer.concat([Buffer.from("postfox-pad-1\0"), hex(link)])).subarray(0, 10).toString("hex");
    must(pad && last === pad.link, number, "a link does not lead to the last");
    pad.link = link;
    for (const other of held.values()) other.waits.delete(seat);
  } else if (kind === "substitute") drop(events[0].seat);
  else if (kind === "pad" && text === "none") drop(seat);
  else if (kind === "pad" && text !== held.get(seat)?.first) {
    const waits = new Set(fixed ? [...held.keys()].filter((other) => other !== seat) : []);
    held.set(seat, { first: text, link: text, waits });
  }
};

lines.forEach((raw, at) => {
  const number = at + 1, line = JSON.parse(raw);
  must(line.prev === prev, number, "it does not name the hash of the line before");
  prev = sha(raw).toString("hex");
  if (!fixed) words = line.after.words.map((word) => word ?? "");
  for (const done of line.done ?? []) {
    take(number, line.seat, done);
    if (two && done.kind === "join" && !fixed && !line.after.words.includes(null))
      fixed = seats.map((seat) => held.get(seat)?.first ?? "");
    if (!done.k) continue;
    k += 1;
    const link = hex(done.link);
    must(done.k === k && sha(link).toString("hex") === before, number, `link ${k} does not lead to the commitment`);
    let mixed = sha([match.id, ...words, ...(fixed ?? [])].join("\n"));
    if (two) {
      const mix = seats.map((seat) => (held.has(seat) && !held.get(seat).waits.size ? held.get(seat).link : ""));
      must(`${done.mix}` === `${mix}`, number, "other links were mixed in than the players had shown");
      mixed = Buffer.concat([mixed, ...mix.map((own) => (own ? Buffer.concat([Buffer.of(1), hex(own)]) : Buffer.alloc(11)))]);
    }
    const stream = bytes(link, mixed);
    for (const throw_ of done.throws) {
      const made = throw_.values.map(() => die(stream, throw_.sides));
      must(`${throw_.values}` === `${made}`, number, `${throw_.why}: the dice show ${made}`);
      thrown += made.length;
    }
    before = done.link;
  }
});
console.log(`${match.id}: ${lines.length} lines and ${thrown} dice under ${k} links are right; the log ends with ${prev}`);
