// Receipts in letters that a player kept, and what they prove of a log or an excerpt; for check.mjs. Node alone.
// A receipt is a checkpoint (C2SP: origin, lines, SHA-256 of the last in base64, perhaps the head of the seals) and, below
// it or in the header `Postfox-Receipt`, a signature (Ed25519, RFC 8032) by the key that match.json has as `receipts`.
import { createHash } from "node:crypto";

const P = 2n ** 255n - 19n, L = 2n ** 252n + 27742317777372353535851937790883648493n, NEUTRAL = [0n, 1n, 1n, 0n];
const mod = (n, m = P) => ((n % m) + m) % m;
const power = (base, exponent) => {
  let made = 1n;
  for (base = mod(base); exponent > 0n; exponent >>= 1n, base = mod(base * base)) if (exponent & 1n) made = mod(made * base);
  return made;
};
const D = mod(-121665n * power(121666n, P - 2n));
const plus = ([x, y, z, t], [x2, y2, z2, t2]) => { // X, Y, Z, T: x = X/Z, y = Y/Z, x y = T/Z
  const a = mod((y - x) * (y2 - x2)), b = mod((y + x) * (y2 + x2)), c = mod(2n * t * t2 * D), d = mod(2n * z * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
};
const times = (count, point) => {
  let made = NEUTRAL;
  for (; count > 0n; count >>= 1n, point = plus(point, point)) if (count & 1n) made = plus(made, point);
  return made;
};
const same = (one, two) => mod(one[0] * two[2] - two[0] * one[2]) === 0n && mod(one[1] * two[2] - two[1] * one[2]) === 0n;
const number = (bytes) => [...bytes].reduceRight((made, byte) => (made << 8n) | BigInt(byte), 0n);
const point = (bytes) => { // null for what is no point, or is not written in the one way that it may be
  const all = number(bytes), odd = all >> 255n, y = all & ((1n << 255n) - 1n);
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * power(2n, (P - 1n) / 4n));
  if (y >= P || mod(x * x - square) || (!x && odd)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
};
const BASE = point([0x58, ...Array(31).fill(0x66)]);

// A point of prime order: by another one signatures could be disowned.
export const isKey = (key) => {
  const found = key.length === 32 ? point(key) : null;
  return found !== null && !same(found, NEUTRAL) && same(times(L, found), NEUTRAL);
};
export const verify = (key, message, signature) => {
  const shown = point(signature.subarray(0, 32)), total = number(signature.subarray(32));
  if (signature.length !== 64 || shown === null || total >= L || !isKey(key)) return false;
  const all = Buffer.concat([signature.subarray(0, 32), key, message]);
  const hashed = number(createHash("sha512").update(all).digest()) % L;
  return same(times(total, BASE), plus(shown, times(hashed, point(key))));
};

const HASH = "[A-Za-z0-9+/]{43}=(?!3D)", GAP = "[\\s>]+", ORIGIN = "postfox/[A-Za-z0-9._-]{1,64}/(?:[0-9a-f]{16}){1,2}";
const BODY = `^[ \\t>]*(${ORIGIN})${GAP}(0|[1-9][0-9]{0,6})${GAP}(${HASH})(?:${GAP}excerpts${GAP}(${HASH}))?`;
const BELOW = `\u2014${GAP}(${ORIGIN})${GAP}((?:[A-Za-z0-9+/][\\s>]*){91}=)`;
const HEADER = `^Postfox-Receipt:\\s+(${ORIGIN})\\s+(0|[1-9][0-9]{0,6})\\s+(${HASH})\\s+(-|${HASH})\\s+([A-Za-z0-9+/]{91}=)`;
const plain = (base64) => Buffer.from(base64, "base64");
const hex = (base64) => plain(base64 ?? "").toString("hex");

// The text, and once more as it is where parts of an email are quoted-printable.
const unquoted = (text) => {
  const joined = text.replace(/=\r?\n/g, "");
  const byte = (one) => Buffer.from(one.replaceAll("=", ""), "hex").toString();
  return /quoted-printable/i.test(text) ? `${text}\n${joined.replace(/(?:=[0-9A-F]{2})+/g, byte)}` : text;
};

// Origin, lines, head, head of the seals or "", signatures: wrapped, quoted, or as headers.
const notes = (kept) => {
  const text = unquoted(kept);
  const stands = [...text.matchAll(new RegExp(BODY, "gm"))];
  const found = stands.map((at, n) => {
    const below = text.slice(at.index + at[0].length, stands[n + 1]?.index).matchAll(new RegExp(BELOW, "g"));
    const signs = [...below].filter((one) => one[1] === at[1]).map((one) => plain(one[2].replace(/[\s>]/g, ""))).slice(0, 16);
    return { origin: at[1], size: +at[2], head: hex(at[3]), open: hex(at[4]), signs };
  });
  const headers = [...text.matchAll(new RegExp(HEADER, "gm"))];
  return [...found, ...headers.map((one) =>
    ({ origin: one[1], size: +one[2], head: hex(one[3]), open: one[4] === "-" ? "" : hex(one[4]), signs: [plain(one[5])] }))];
};

const holds = ({ origin, size, head, open, signs }, key) => {
  const based = (data) => Buffer.from(data, "hex").toString("base64");
  const body = Buffer.from(`${origin}\n${size}\n${based(head)}\n${open ? `excerpts ${based(open)}\n` : ""}`);
  const mine = createHash("sha256").update(Buffer.concat([Buffer.from(`${origin}\n\x01`), key])).digest().subarray(0, 4);
  return signs.some((data) => data.subarray(0, 4).equals(mine) && verify(key, body, data.subarray(4)));
};

// What letters prove of a log: a sentence, and whether that is "proof", "doubt" or "" (it is right). `kept`: the letters, null for none;
// `own`: what the log is signed with; `heads`: of each line its hash and, if known, of its seals.
export const weighed = (kept, own, origin, keyHex, heads) => {
  const key = Buffer.from(keyHex, "hex");
  const agrees = ({ size, head, open }) => {
    const line = heads[size - 1] ?? ["", ""];
    return head === line[0] && (!line[1] || ["", line[1]].includes(open));
  };
  const all = [...new Map(notes(kept ?? "").map((note) => [JSON.stringify(note), note])).values()];
  const mine = all.filter((note) => note.origin === origin), good = mine.filter((note) => holds(note, key));
  const other = all.filter((note) => note.origin !== origin && note.origin.split("/")[1] === origin.split("/")[1]);
  const signed = notes(own).filter((note) => note.origin === origin && holds(note, key));
  const top = Math.max(0, ...signed.filter(agrees).map((note) => note.size)), told = new Map();
  for (const { size, head, open } of good) {
    if (told.has(size) && told.get(size) !== head + open) return [`two receipts of line ${size}, signed by one key, have two heads`, "proof"];
    told.set(size, head + open);
  }
  for (const note of good)
    if (note.size <= top && !agrees(note)) return [`the referee signed another line ${note.size} than the log has, which is signed, too`, "proof"];
  if (!signed.every(agrees)) return ["what signs it does not fit it: it was changed after it was signed", "doubt"];
  if (kept === null) return [`${top ? `signed up to line ${top}; ` : ""}compare it with your letters`, ""];
  if (other.length) return [`${other.length} of your letters are of another match.json of that name, or of another key`, "doubt"];
  if (key.length && good.length < mine.length)
    return [`${mine.length - good.length} of your letters are not signed by the match's key: they prove nothing`, "doubt"];
  for (const note of good) {
    if (note.size > heads.length) return [`a signed receipt has line ${note.size}: this copy is older, or lines were dropped`, "doubt"];
    if (!agrees(note)) return [`a signed receipt has another line ${note.size}: one of the two was changed, by whom is not shown`, "doubt"];
  }
  if (!key.length) return [`${mine.length} letters, in a match without a key, prove nothing: anybody can write them`, ""];
  return [`${good.length} signed receipts agree with it`, ""];
};
