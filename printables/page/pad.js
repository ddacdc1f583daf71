/** Pads of matches with two-sided dice, which older versions began: read from their words, or from what this browser
 *  remembers where its owner asks for that. The file itself holds no secret. */
import { D } from "./dom.js";
import { sha256 } from "./dice.js";

const BYTES = 10, LENGTH = 1024, COUNT = 8, BITS = 11n;
const NAME = new TextEncoder().encode("postfox-pad-1\0");
/** @type {string[]} */
const WORDS = D.pad ? D.pad.words.split(" ") : [];

/** @param {Uint8Array} data @param {number} size */
const hashed = (data, size) => sha256(data).slice(0, size);
/** The link before: anybody can go down a pad, only its owner up. @param {Uint8Array} link */
const before = (link) => hashed(Uint8Array.from([...NAME, ...link]), BYTES);
/** @param {Uint8Array} one @param {Uint8Array} other */
const same = (one, other) => one.every((byte, n) => byte === other[n]);
/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A link as eight words: its 80 bits, then a byte that shows a slip. @param {Uint8Array} link */
export const spelt = (link) => {
  const number = [...link, ...hashed(link, 1)].reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Array.from({ length: COUNT }, (_, n) => WORDS[Number((number >> (BITS * BigInt(COUNT - 1 - n))) & 2047n)]).join(" ");
};

/** A link as typed, in words or digits. @param {string} text @returns {Uint8Array | null} */
export const read = (text) => {
  const given = text.toUpperCase().split(/[\s,-]+/).filter(Boolean), plain = text.replace(/\s/g, "").toLowerCase();
  if (given.length !== COUNT) return /^[0-9a-f]{20}$/.test(plain) ? bytes(plain) : null;
  const places = given.map((word) => WORDS.indexOf(word));
  if (places.includes(-1)) return null;
  const number = places.reduce((sum, place) => (sum << BITS) | BigInt(place), 0n);
  const data = bytes(number.toString(16).padStart(2 * BYTES + 2, "0")), link = data.slice(0, BYTES);
  return hashed(link, 1)[0] === data[BYTES] ? link : null;
};

/** What is wrong with a link as typed: a word that no pad has, how many words there are, or "" (it has a slip).
 *  @param {string} text @returns {string|number} */
export const fault = (text) => {
  const given = text.toUpperCase().split(/[\s,-]+/).filter(Boolean), whole = /[\s,-]$/.test(text) ? given : given.slice(0, -1);
  const strange = (given.length < COUNT ? whole : given).find((word) => !WORDS.includes(word));
  return strange ?? (given.length === COUNT ? "" : given.length);
};

const STORE = `postfox-pad ${D.id} ${D.you}`;
/** What this browser remembers of the reader's pad in this match: the words of a link. @returns {string|null} */
export const stored = () => {
  try { return localStorage.getItem(STORE); } catch { return null; }
};
/** Remember it, or forget it; whether this browser does so. @param {string|null} words */
export const store = (words) => {
  try {
    words ? localStorage.setItem(STORE, words) : localStorage.removeItem(STORE);
    return stored() === words;
  } catch { return false; }
};

/** The link that follows the last one shown: it may be typed itself, or the whole pad's words. @param {Uint8Array} link */
export const next = (link) => {
  const known = bytes(D.pad?.known ?? "");
  let here = link;
  for (let n = 0; n < LENGTH; n++) {
    const down = before(here);
    if (same(down, known)) return spelt(here);
    here = down;
  }
  return null;
};
