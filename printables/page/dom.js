/** What the other parts of the page are built of: elements, words, the data of the match, and what a new position brings. */

/** @typedef {{other: string, one?: string, zero?: string, by?: string}} Forms */
/** @typedef {{at?: Array<Array<number|string>>, on?: number[], off?: number[], ways?: string[], marks?: string[], dice?: string[], say?: string, note?: string, from?: string, to?: string}} Frame */

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @typedef {{state: string, scheme: string, match: string, commitment: string, words: string[], pads?: string[], steps: import("./dice.js").Step[]}} Dice */
/** @typedef {{turn: number, seat?: number, frames: Frame[], words: number[]}} Turn */
/** @typedef {{box: number[], places: Record<string, number[]>, names: Record<string, string>, centre: number[]|null, pitch: number, wide: number, signs: string[], own: boolean, split?: number, crop?: number[]}} Board */
/** @typedef {{box: number[], put?: Record<string, string[]>, stack?: Record<string, string[]>, ways?: string[][], barred?: string[], ringed?: string[], drawn?: string}} Diagram */
/** Fields from `you` on are those of a page for a seat: without it none of them stands there.
 *  @typedef {{id: string, game: string, title: string, seats: string[], turn: number, state: string, lead: string, sub: string, acting: number[], out: number[], won: number[], sides?: string[],
 *   words: Record<string, string|Forms>, board: Board, kinds: Record<string, any[]>, beside: string[], since: string[],
 *   pieces: Array<[string, number|null]>, turns: Turn[], lines: string[], faces: Record<string, string[]>, roll: string[], whose?: number[], dice?: Dice,
 *   cards: Array<{say: string, parts: Diagram[]}>, whole: string[], layers?: string[], symbols?: string, curtain?: boolean,
 *   you: number, handle: string, acts: boolean, dated?: number, to: string[][], address: string, link?: number, head?: string, token?: string,
 *   choice?: any, standing?: any, replies?: any, ahead?: any, later?: number, common: any, asks: Record<string, Record<string, string>>, labels?: Record<string, string>,
 *   kept: string[], shown: boolean, pad?: {known: string, words: string}, foreseen?: Record<string, {say: string[], ways: string[][], marks: string[]}>, send?: string, page?: string, bots?: boolean[], hints?: boolean,
 *   puzzle?: {check: string, orders: Record<string, string>, says: Record<string, string>}}} Data */

/** The data of the match, as adjudicator.web.contents makes it. @type {Data} */
export const D = JSON.parse($("data").textContent);
// Layers that stand in the picture are not told once more.
if (D.board?.own) D.layers = [...$("still").querySelectorAll(":scope>[id^=l]")].map(() => "");

/** What an update makes of a value (printables.page.document.update). @param {any} old @param {any} change @returns {any} */
const changed = (old, { is, from, in: inside, gone }) => {
  if (!inside) return from === undefined ? is : [...old.slice(0, from), ...is];
  for (const key in inside) old[key] = changed(old[key], inside[key]);
  for (const key of gone) delete old[key];
  return old;
};
/** @type {Array<() => void>} */
const drawn = [];
/** What is drawn from the data: now, and anew with each position. @param {() => void} draw */
export const each = (draw) => {
  drawn.push(draw);
  draw();
};
/** The next position, in place of the one that is shown. @param {any} update */
export const renew = (update) => {
  changed(D, update);
  document.body.dataset.state = D.state;
  drawn.forEach((draw) => draw());
};

// Who has the page open within a program of its own brings the next position so.
document.addEventListener("renew", (e) => renew(/** @type {CustomEvent} */ (e).detail));

export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const phone = matchMedia("(max-width:899px) and (orientation:portrait)");
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Texts are set as text alone, so that a player's name is never markup.
 * @param {string} tag @param {Record<string, any>} [at] @param {...(Node|string)} kids @returns {any}
 */
export const el = (tag, at = {}, ...kids) => {
  const made = document.createElement(tag);
  for (const key in at) key in made && key !== "role" ? (/** @type {any} */ (made)[key] = at[key]) : made.setAttribute(key, at[key]);
  made.append(...kids);
  return made;
};

/** An element of a drawing. @param {string} tag @param {Record<string, any>} [at] @param {...(Node|string)} kids @returns {any} */
export const sv = (tag, at = {}, ...kids) => {
  const made = document.createElementNS(SVG, tag);
  for (const key in at) made.setAttribute(key, at[key]);
  made.append(...kids);
  return made;
};

/** Attributes of an element, as far as they are others. @param {any} there @param {Record<string, any>} at */
export const set = (there, at) => {
  for (const key in at) if (there.getAttribute(key) !== String(at[key])) there.setAttribute(key, at[key]);
};
/** What an element holds, as far as that is other: what stays is not drawn anew. @param {any} there @param {any[]} wanted */
export const fill = (there, wanted) => {
  const stays = new Set(wanted);
  for (const one of [...there.children]) if (!stays.has(one)) one.remove();
  wanted.forEach((one, n) => there.children[n] !== one && there.insertBefore(one, there.children[n] ?? null));
};
/** What is made once for each key, and kept. @template T @param {(key: T) => any} make */
export const once = (make) => {
  const made = new Map();
  return (/** @type {T} */ key) => made.get(key) ?? made.set(key, make(key)).get(key);
};

/** A sign of 24 by 24: its paths. @param {string} d @param {string} [filled] */
export const sign = (d, filled = "") =>
  sv("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...(d ? [sv("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round" })] : []),
    ...(filled ? [sv("path", { d: filled, fill: "currentColor" })] : []));

export const SIGNS = {
  undo: "M9 5L4 10l5 5M4.5 10H15a5 5 0 0 1 0 10h-4", again: "M5 6v5h5M5.6 11A7.5 7.5 0 1 1 7 17.5", mail: "M3 6h18v13H3zM3 7l9 7 9-7", share: "M12 15V3.5M8 7l4-3.5L16 7M5 12v8h14v-8",
  copy: "M8 8h12v12H8zM4 16V4h12", watch: "M8 5l11 7-11 7z", pen: "M4 20l1-5L16 4l4 4L9 19z", moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11", buzz: "M8 3.5h8v17H8zM4.5 8v8M19.5 8v8",
};
/** @param {string} name */
const signed = (name) => sign(SIGNS[/** @type {"undo"} */ (name)]);
/** A button with its sign. @param {string} id @param {string} icon @param {string} text @param {() => void} onclick @param {string} [more] */
export const button = (id, icon, text, onclick, more = "") => el("button", { id, type: "button", className: `btn ${more}`, onclick }, signed(icon), el("span", {}, text));

/** A text with its fields put in. @param {string|Forms} text @param {Record<string, any>} [fields] */
const filled = (text, fields = {}) => {
  const forms = /** @type {Forms} */ (typeof text === "string" ? { other: text } : text);
  const count = fields[forms.by ?? "count"];
  const form = (count === 0 && forms.zero) || (count === 1 && forms.one) || forms.other;
  return form.replace(/\{([a-z_]+)\}/g, (_, name) => String(fields[name] ?? ""));
};

/** Words of the page in the reader's language. @param {string} key @param {Record<string, any>} [fields] */
export const word = (key, fields) => filled(D.words[key] ?? key, fields);

/** Say something to a screen reader. @param {string} text */
export const tell = (text) => ($("live").textContent = text);

/** What a place is called. @param {string} place */
export const called = (place) => D.board.names[place] ?? place;

/** A face of a die, or its number. @param {string} name @param {string} [kind] */
export const die = (name, kind = "die") => {
  const face = D.faces[name];
  if (!face) return el("span", { className: `${kind} number` }, name);
  const drawn = sv("svg", { viewBox: "-1 -1 2 2", role: "img", "aria-label": face[1] }, sv("use", { href: `#${face[0]}` }));
  return el("span", { className: kind, title: face[1] }, drawn);
};

/** What this browser remembers for the page; a file opened from an email may not ask it. @param {string} key @returns {string|null} */
export const kept = (key) => {
  try { return localStorage.getItem(`postfox ${key}`); } catch { return null; }
};
/** @param {string} key @param {string|null} value */
export const keep = (key, value) => {
  try { value === null ? localStorage.removeItem(`postfox ${key}`) : localStorage.setItem(`postfox ${key}`, value); } catch { /* then it is for now alone */ }
};

/** @type {any} */
let audio;
/** A knock, and a tick of the hand, where its reader has switched them on. @param {number} [high] */
export const knock = (high = 1) => {
  if (kept("buzz")) navigator.vibrate?.(8);
  if (!kept("sound")) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), loud = audio.createGain(), now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(260 * high + 120, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  loud.gain.setValueAtTime(0.2, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.11);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.12);
};
