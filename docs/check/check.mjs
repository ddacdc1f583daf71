// Check the log and the dice of a match with nothing but Node: node check.mjs DIR (match.json and log.jsonl), or
// node check.mjs FILE (an excerpt of a match).
// It uses no part of Postfox, so that nobody need trust Postfox: read it, or write your own from docs/dice.md.
import { createHash, createHmac } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

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

const split = (data) => {
  const found = [];
  for (let start = 0, end; start < data.length; start = end + 1) {
    end = data.indexOf(10, start);
    if (end < 0) end = data.length;
    found.push(data.subarray(start, end));
  }
  return found;
};
let prev = "0".repeat(64);

// The terms of a match and the lines of its log: each names the hash of the one before.
const whole = (folder) => {
  const terms = readFileSync(`${folder}/match.json`);
  const lines = split(readFileSync(`${folder}/log.jsonl`)).map((raw, at) => {
    const line = JSON.parse(raw);
    must(line.prev === prev, at + 1, "it does not name the hash of the line before");
    prev = sha(raw).toString("hex");
    return line;
  });
  must(lines[0].source_hash === sha(terms).toString("hex"), 1, "it names another match.json");
  return [JSON.parse(terms), lines];
};

// The same of an excerpt, whose lines show what all may see: each names the head of the seals before it.
const excerpt = (file) => {
  const lines = split(readFileSync(file)).filter((raw) => raw[0] === 123).slice(1).map((raw, at) => {
    const { line, open, seals, shown } = JSON.parse(raw);
    must(open === prev, at + 1, "it does not name the seals before");
    must(shown.play, at + 1, "what all will see when the match is over is not shown yet");
    const { salt, text } = shown.play, made = sha(Buffer.concat([hex(salt), Buffer.from(text)])).toString("hex");
    must(made === seals[0], at + 1, "this is not what was sealed");
    prev = sha([open, line, ...seals].join("\n")).toString("hex");
    return JSON.parse(text);
  });
  return [lines[0].match, lines];
};

const path = process.argv[2];
const [match, lines] = statSync(path).isDirectory() ? whole(path) : excerpt(path), two = match.dice === "postfox-dice-2", three = match.dice === "postfox-dice-3";

const held = new Map(); // seat: link 0, freshest link, seats that it waits for
const seats = match.seats.map((_, seat) => seat);
const drop = (seat) => { held.delete(seat); for (const pad of held.values()) pad.waits.delete(seat); };
let fixed = null, words = [], waits = null, note = "", before = match.commitment, k = 0, thrown = 0;

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

lines.forEach((line, at) => {
  const number = at + 1;
  if (!fixed) words = line.after.words.map((word) => word ?? "");
  for (const done of line.done ?? []) {
    take(number, line.seat, done);
    if (two && done.kind === "join" && !fixed && !line.after.words.includes(null))
      fixed = seats.map((seat) => held.get(seat)?.first ?? "");
    if (!done.k) continue;
    k += 1;
    const link = hex(done.link);
    must(done.k === k && sha(link).toString("hex") === before, number, `link ${k} does not lead to the commitment`);
    let mixed = sha([match.id, ...words, ...(three ? seats.map(() => "") : fixed ?? [])].join("\n"));
    if (two || three) {
      const mix = seats.map((seat) => (held.has(seat) && !held.get(seat).waits.size ? held.get(seat).link : ""));
      must(`${done.mix ?? seats.map(() => "")}` === `${mix}`, number, "other links were mixed in than the players had shown");
      mixed = Buffer.concat([mixed, ...mix.map((own) => (own ? Buffer.concat([Buffer.of(1), hex(own)]) : Buffer.alloc(11)))]);
    }
    if (match.beacon) {
      const [shown, signature] = (done.beacon ?? "").split(" ");
      must(waits && shown === `${waits.round}`, number, "it is not the round that the dice waited for");
      mixed = Buffer.concat([mixed, sha(hex(signature))]);
      note = "; drand's signatures are not checked here";
    }
    const streams = {}; // in scheme 3 one for each kind of throw
    for (const throw_ of done.throws) {
      const kind = three ? throw_.why.split(":")[0] : "";
      streams[kind] ??= bytes(link, three ? Buffer.concat([mixed, sha(kind)]) : mixed);
      const made = throw_.values.map(() => die(streams[kind], throw_.sides));
      must(`${throw_.values}` === `${made}`, number, `${throw_.why}: the dice show ${made}`);
      thrown += made.length;
    }
    before = done.link;
  }
  waits = line.after.waits;
  if (!waits) return;
  const due = (Date.parse(waits.since) / 1000 + 600 - 1692803367) / 3; // the round is due ten minutes or more after the line
  must(due + 1 <= waits.round && waits.round < due + 2, number, "it names another round than is due then");
});
console.log(`${match.id}: ${lines.length} lines and ${thrown} dice under ${k} links are right; the log ends with ${prev}${note}`);
