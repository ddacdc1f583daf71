// Check log and dice of a match with nothing but Node: node check.mjs DIR [LETTERS ...], or an excerpt.
// It uses no part of Postfox, so that nobody need trust Postfox: read it, or write your own from docs/dice.md. Beside it,
// throws.json has what each game throws, and signed.mjs reads the receipts in letters that you kept.
// Exit: 0 what could be checked is right, 1 it is not, or in doubt, 2 this is no match.
import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { weighed } from "./signed.mjs";

const TABLE = JSON.parse(readFileSync(new URL("throws.json", import.meta.url)));
const [ONE, TWO, THREE, BY_HAND] = ["postfox-dice-1", "postfox-dice-2", "postfox-dice-3", "table"];
const NOTE = "log.note"; // what a log is signed with, beside it
const NUMBER = "[1-9][0-9]{0,5}"; // in the name of a throw
const AHEAD = [120, 600], GENESIS = 1692803367; // seconds from a line to its round; when round 1 of drand was due
const REPLACED = "a pad was replaced in play: dice after it could have been chosen";
const GIVEN_UP = "a pad was given up in play: its roll could have been chosen out of two";

class Wrong extends Error {} // what a log must not have
const must = (right, what) => { if (!right) throw new Wrong(what); };
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const has = (value, name) => value !== null && typeof value === "object" && Object.hasOwn(value, name);
const get = (value, name, other) => { // what stands under a name; an error where nothing does
  if (has(value, name)) return value[name];
  if (other === undefined || value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError(name);
  return other;
};
const list = (value) => { if (!Array.isArray(value)) throw new TypeError("list"); return value; };
const text = (value) => { if (typeof value !== "string") throw new TypeError("text"); return value; };
const words = (value) => text(value).split(/\s+/).filter(Boolean);
const quoted = (value) => JSON.stringify([...text(value)].slice(0, 80).join(""));

// JSON in the one way that it may be written: sorted, without spaces.
const written = (value) => {
  if (typeof value === "string" && /[\ud800-\udfff]/u.test(value)) throw new TypeError("half a letter");
  if (typeof value === "number") must(Number.isInteger(value) && Math.abs(value) < 1e15, "it is not written in the one way that it may be");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  return `{${Object.keys(value).sort().map((name) => `${written(name)}:${written(value[name])}`).join()}}`;
};
const read = (raw) => {
  const value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(raw)));
  const right = value !== null && typeof value === "object" && !Array.isArray(value);
  must(right && Buffer.from(written(value)).equals(Buffer.from(raw)), "it is not written in the one way that it may be");
  return value;
};
const hexed = (value, size) => {
  must(typeof value === "string" && /^[0-9a-f]*$/.test(value) && value.length === 2 * size, "a hash is not one");
  return Buffer.from(value, "hex");
};
const within = (number, span, known = {}) => {
  const [least, most] = span.replace(/\{(\w+)\}/g, (_, name) => known[name]).split("-");
  return +least <= number && number <= +(most ?? least);
};
const split = (data) => {
  const rows = [];
  let start = 0;
  for (let end; (end = data.indexOf(10, start)) >= 0; start = end + 1) rows.push(data.subarray(start, end));
  return start < data.length ? [...rows, data.subarray(start)] : rows;
};

// Players' links in scheme 2: which were shown, and which count.
class Pads {
  constructor(seats) { Object.assign(this, { seats, fixed: null, held: new Map(), spent: new Set() }); }
  give(seat, first) {
    must(hexed(first, 10) && !this.spent.has(first), "a pad that was given before");
    this.spent.add(first);
    const waits = new Set(this.fixed ? [...this.held.keys()].filter((other) => other !== seat) : []);
    this.held.set(seat, { first, link: first, links: 0, waits, at: null });
  }
  drop(seat) {
    must(Number.isInteger(seat), "whose pad is it?");
    this.held.delete(seat);
    for (const pad of this.held.values()) pad.waits.delete(seat);
  }
  due(seat, at) { return this.fixed !== null && this.held.has(seat) && this.held.get(seat).at !== at; }
  show(seat, number, link, at) {
    must(this.due(seat, at), "a link is shown that is not due");
    must(number === `${this.held.get(seat).links + 1}`, "a link has another number");
    const last = sha("postfox-pad-1\0", hexed(link, 10)).subarray(0, 10).toString("hex");
    must(last === this.held.get(seat).link, "it does not lead back");
    Object.assign(this.held.get(seat), { link, links: +number, at });
    for (const pad of this.held.values()) pad.waits.delete(seat);
  }
  mix() {
    const known = (seat) => (this.held.has(seat) && !this.held.get(seat).waits.size ? this.held.get(seat).link : "");
    return Array.from({ length: this.seats }, (_, seat) => known(seat));
  }
}

// What the lines so far have fixed, and what was counted.
class Log {
  constructor(match) {
    this.match = match;
    this.scheme = get(match, "dice");
    this.seats = list(get(match, "seats")).length;
    must([ONE, TWO, THREE, BY_HAND].includes(this.scheme), `${quoted(this.scheme)} is no scheme that this program knows`);
    this.game = text(get(match, "game"));
    must(Object.hasOwn(TABLE, this.game), `throws.json has no throws of ${quoted(this.game)}`);
    must(/^[A-Za-z0-9._-]{1,64}$/.test(text(get(match, "id"))), "it has no name");
    this.before = get(match, "commitment", "");
    Object.assign(this, { pads: new Pads(this.seats), words: null, turn: 0, said: [0, 0], k: 0, dice: 0, lots: 0 });
    Object.assign(this, { whys: new Set(), waits: null, round: null, rounds: new Set(), past: 0, doubts: [] });
    must(this.scheme === BY_HAND || hexed(this.before, 32), "there is no commitment");
    this.ahead = get(match, "ahead", 600);
    must(AHEAD.includes(this.ahead), "its rounds are due too soon");
    must(!get(match, "receipts", "") || hexed(match.receipts, 32), "its receipts have no key");
    this.teeth = get(get(match, "options"), "teeth", 10);
    must(Number.isInteger(this.teeth), "its teeth are no number");
  }

  line(number, line) {
    const after = get(line, "after"), done = list(get(line, "done", []));
    must(get(line, "seat", null) === null || Number.isInteger(line.seat), "whose line is it?");
    const fixed = this.words && (this.k || !this.words.includes(null));
    must(!fixed || written(get(after, "words")) === written(this.words), "other words than were fixed");
    this.words = list(get(after, "words"));
    must(this.words.length === this.seats, "each seat has one word");
    const turn = get(get(after, "state", {}), "turn", this.turn);
    must(Number.isInteger(turn), "the turn is no number");
    const played = done.filter((one) => ["begin", "action", "late"].includes(get(one, "kind")));
    const most = played.reduce((sum, one) => sum + this.seats + list(get(one, "throws", [])).length, this.turn);
    must(turn <= most, "more turns than were played");
    this.said = [Math.min(this.turn, turn), Math.max(this.turn, turn)];
    const acts = [...done.keys()].filter((place) => ["action", "ready", "wait"].includes(get(done[place], "kind")));
    done.forEach((one, place) => {
      this.pad(number, line, one, acts, place);
      if (this.scheme === TWO && one.kind === "join" && !this.words.includes(null) && this.pads.fixed === null)
        this.pads.fixed = Array.from({ length: this.seats }, (_, seat) => this.pads.held.get(seat)?.first ?? "");
      this.thrown(one);
    });
    this.turn = turn;
    this.wait(line, get(after, "waits", null), has(after, "outcome") || done.some((one) => has(one, "k")));
  }

  pad(number, line, one, acts, place) {
    const kind = one.kind, said = get(one, "text", ""), seat = get(line, "seat", null), at = `${this.turn} ${this.k}`;
    must(this.scheme === TWO || !["pad", "link"].includes(kind), `a ${kind} in a match without pads`);
    if (kind === "link") {
      must(acts.some((act) => act > place), "a link is shown without an action");
      const [number, link, ...more] = text(said).split(" ");
      if (more.length) throw new TypeError("link");
      this.pads.show(seat, number, link, at);
    } else if (kind === "substitute") {
      const gone = get(get(get(one, "events"), 0), "seat");
      if (this.pads.fixed && this.pads.held.has(gone)) this.doubts.push([number, GIVEN_UP]);
      this.pads.drop(gone);
    } else if (kind === "pad") {
      const changed = said !== this.pads.held.get(seat)?.first;
      if (this.pads.fixed && changed) this.doubts.push([number, said === "none" ? GIVEN_UP : REPLACED]);
      if (said === "none") this.pads.drop(seat);
      else if (changed) this.pads.give(seat, said);
    } else if (place === acts[0] && kind !== "ready")
      must(!this.pads.due(seat, at), "an action without the link that was due");
  }

  thrown(one) {
    const throws = list(get(one, "throws", []));
    for (const shown of throws) this.shaped(shown, one.kind);
    const rolled = throws.flatMap((shown) => shown.values);
    for (const event of list(get(one, "events", []))) {
      const dice = get(event, "dice", null);
      if (!dice || (typeof dice === "object" && !Object.keys(dice).length)) continue;
      const there = rolled.some((_, n) => written(rolled.slice(n, n + list(dice).length)) === written(dice));
      must(there, `${written(dice)} is told and was not rolled`);
    }
    if (has(one, "k") || has(one, "link") || (throws.length && this.scheme !== BY_HAND)) {
      must(has(one, "k") && throws.length && this.scheme !== BY_HAND, "dice without a link, or a link without dice");
      this.roll(one, throws);
    }
    this.dice += rolled.length;
  }

  // The throw is one that the game knows: what it is called, how many dice, of how many sides, and when.
  shaped(shown, done) {
    const why = text(get(shown, "why")), values = get(shown, "values"), sides = get(shown, "sides");
    must(Array.isArray(values) && [sides, ...values].every(Number.isInteger), "dice that are no numbers");
    const known = { words: words(why.split("which of ").slice(1).join("which of ")).length, teeth: this.teeth };
    for (const [name, many, faces, when] of [...TABLE[""], ...TABLE[this.game]]) {
      const pattern = name.replace("{turn}", `(?<turn>${NUMBER})`).replaceAll("{number}", NUMBER);
      const found = when === "" || when === done ? new RegExp(`^(?:${pattern})$`).exec(why) : null;
      if (!found || !within(values.length, many) || !within(sides, faces, known) || sides < 2 || sides > 256) continue;
      const turn = +(found.groups?.turn ?? this.said[0]);
      must(this.said[0] <= turn && turn <= this.said[1], `${quoted(why)} is not of this turn`);
      must(values.every((value) => 1 <= value && value <= sides), `${quoted(why)}: a die has no such face`);
      this.lots += +(values.length === 1 || this.whys.has(why));
      this.whys.add(why);
      return;
    }
    throw new Wrong(`${quoted(why)}, ${values.length} d${sides}, is no throw of this game`);
  }

  roll(one, throws) {
    const link = hexed(get(one, "link"), 32), first = this.pads.fixed ?? (this.scheme === THREE ? Array(this.seats).fill("") : []);
    this.k += 1;
    must(one.k === this.k && sha(link).toString("hex") === this.before, "the link leads nowhere");
    this.before = one.link;
    let message = sha([text(get(this.match, "id")), ...this.words.map((word) => text(word ?? "")), ...first].join("\n"));
    if (this.scheme === TWO) {
      must(written(get(one, "mix")) === written(this.pads.mix()), "other links were mixed in than were shown");
      message = Buffer.concat([message, ...one.mix.map((own) => (own ? Buffer.from(`01${own}`, "hex") : Buffer.alloc(11)))]);
    } else if (this.scheme === THREE) message = Buffer.concat([message, Buffer.alloc(11 * this.seats)]);
    message = Buffer.concat([message, this.beacon(one)]);
    const streams = new Map();
    for (const { why, sides, values } of throws) {
      const kind = this.scheme === THREE ? why.split(":")[0] : "";
      if (!streams.has(kind)) streams.set(kind, stream(link, this.scheme === THREE ? Buffer.concat([message, sha(kind)]) : message));
      const made = values.map(() => die(streams.get(kind), sides));
      must(`${made}` === `${values}`, `${why}: the dice show [${made.join(", ")}]`);
    }
  }

  // What a round of drand adds to a roll: it is that for which the log waited, or the match's one.
  beacon(one) {
    const kind = get(this.match, "beacon", "");
    if (!kind) {
      must(!has(one, "beacon"), "a round in a match without a beacon");
      return Buffer.alloc(0);
    }
    const shown = get(one, "beacon", "") || (kind === "start" ? this.round : "");
    must(/^[0-9]{1,12} [0-9a-f]{96}$/.test(shown ?? ""), "dice without a round of drand");
    if (shown !== this.round || kind !== "start")
      must(this.waits && shown.split(" ")[0] === `${this.waits.round}`, "it is not the round that the dice waited for");
    this.round = shown;
    this.rounds.add(shown);
    return sha(Buffer.from(shown.split(" ")[1], "hex"));
  }

  // A line that lets a roll wait names the first round that is due late enough after it, for good.
  wait(line, waits, over) {
    const same = waits && this.waits && written(waits) === written(this.waits);
    must(over || !this.waits || same, "another round was named before");
    if (waits && !same) {
      const since = text(get(waits, "since")), moment = Date.parse(since) / 1000, due = (moment + this.ahead - GENESIS) / 3;
      must(since === get(line, "at", since), "it says that it was written at another time");
      must(due + 1 <= get(waits, "round") && waits.round < due + 2, "it names another round than is due then");
      must(moment >= this.past, "it says a moment before that of the round before it");
      this.past = GENESIS + 3 * (waits.round - 1);
    }
    this.waits = waits;
  }
}

function* stream(link, message) {
  for (let n = 0; ; n++) {
    const block = Buffer.alloc(4);
    block.writeUInt32BE(n);
    yield* createHmac("sha256", link).update(Buffer.concat([message, block])).digest();
  }
}
const die = (made, sides) => {
  for (;;) {
    const byte = made.next().value;
    if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
  }
};

// Whatever is wrong in a line is told as that line's.
const at = (number, work) => {
  try { return work(); } catch (error) {
    throw new Wrong(`line ${number}: ${error instanceof Wrong ? error.message : "it cannot be read"}`);
  }
};

const origin = (match, hashed) => `postfox/${text(get(match, "id"))}/${hashed.slice(0, get(match, "receipts", "") ? 32 : 16)}`;
const texts = (files) => files.map((file) => readFileSync(file).toString()).join("\n");

// The log of a match, the heads of its lines, what it is signed with: each line names the hash of the one before.
const whole = (folder) => {
  const terms = readFileSync(`${folder}/match.json`), match = read(terms.at(-1) === 10 ? terms.subarray(0, -1) : terms);
  let prev = "0".repeat(64), log = null;
  const heads = split(readFileSync(`${folder}/log.jsonl`)).map((raw, n) => at(n + 1, () => {
    const line = read(raw);
    must(get(line, "prev") === prev, "it does not name the hash of the line before");
    must(n || get(line, "source_hash") === sha(terms).toString("hex"), "it names another match.json");
    log ??= new Log(match);
    log.line(n + 1, line);
    prev = sha(raw).toString("hex");
    return [prev, ""];
  }));
  const note = `${folder}/${NOTE}`;
  return [log, log && origin(match, sha(terms).toString("hex")), heads, texts(existsSync(note) ? [note] : [])];
};

// The same of an excerpt, whose lines show what all may see: each names the head of the seals before it.
const excerpt = (file) => {
  const [first, ...rest] = split(readFileSync(file)), lines = rest.filter((raw) => raw[0] === 0x7b), head = read(first);
  let prev = "0".repeat(64), log = null;
  must(get(head, "format") === "postfox-excerpt-1", "this is not an excerpt");
  const heads = lines.map((raw, n) => at(n + 1, () => {
    const line = read(raw), shown = get(line, "shown");
    must(get(line, "open") === prev, "it does not name the seals before");
    must(has(shown, "play"), "what all will see when the match is over is not shown yet");
    const said = text(get(shown.play, "text")), salt = hexed(get(shown.play, "salt"), 32);
    must(sha(salt, said).toString("hex") === get(get(line, "seals"), 0), "this is not what was sealed");
    prev = sha([line.open, text(get(line, "line")), ...line.seals.map(text)].join("\n")).toString("hex");
    const play = read(said);
    log ??= new Log(get(play, "match"));
    const own = n ? "" : origin(get(play, "match"), text(get(play, "source_hash")));
    must(n || (get(head, "origin") === own && head.receipts === play.match.receipts), "it is of another match");
    log.line(n + 1, play);
    return [line.line, get(head, "sealed") ? prev : ""];
  }));
  return [log, head.origin, heads, Buffer.concat(rest.slice(lines.length).flatMap((raw) => [raw, Buffer.from("\n")])).toString()];
};

const check = (path, letters) => {
  const [log, name, heads, note] = statSync(path).isDirectory() ? whole(path) : excerpt(path), said = [];
  must(log, "the log is empty");
  const { match: { id, receipts, commitment }, dice, k, lots, rounds, doubts } = log, last = heads.length;
  const [worth, kind] = weighed(letters.length ? texts(letters) : null, note, name, receipts ?? "", heads);
  must(kind !== "proof", `PROOF, if your first letter has the key ${receipts}: ${worth}`);
  if (rounds.size) said.push(`NOT CHECKED: ${rounds.size} signatures of drand; without them all dice could be chosen`);
  said.push(...doubts.map(([number, what]) => `DOUBT: line ${number}: ${what}`));
  if (kind) said.push(`DOUBT: ${worth}`);
  said.push(`${id}: ${last} lines; ${dice} dice ${log.scheme === BY_HAND ? "are as they were entered, rolled at a table" : `under ${k} links are those of the links, and these of the commitment ${commitment}: it has to be your first letter's`}`);
  said.push(`NOT CHECKED HERE: that orders and throws follow the rules of ${log.game} (\`postfox verify\` does that); ${lots} throws are such as only some positions ask for`);
  const end = heads.at(-1)[1] || heads.at(-1)[0], own = heads.at(-1)[1] ? "Its seals (`excerpts` in letters) end" : "The log ends";
  const ends = `${own} with line ${last}, ${end}; ${kind ? "compare it with your letters" : worth}`;
  said.push(/[^0]/.test(end) ? ends : "Nothing ties this excerpt to letters: the match is of before there were seals");
  return [said.join("\n"), +(doubts.length > 0 || kind !== "")];
};

export const main = (path, ...letters) => {
  try { return check(path, letters); } catch (error) {
    if (error instanceof Wrong) return [error.message, /^(line |PROOF)/.test(error.message) ? 1 : 2];
    return [`this is no match: ${error.errno ? "it is not there" : "it cannot be read"}`, 2];
  }
};
if (process.argv[1]?.endsWith("check.mjs")) {
  const [said, code] = main(...process.argv.slice(2));
  console[code ? "error" : "log"](said);
  process.exitCode = code;
}
