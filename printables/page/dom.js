/** What the other parts of the page are built of: elements, words, the data of the match. */

/** @typedef {{other: string, one?: string, zero?: string, by?: string}} Forms */
/** @typedef {{at?: Array<Array<number|string>>, on?: number[], off?: number[], ways?: string[], marks?: string[], dice?: string[], say?: string, note?: string, from?: string, to?: string}} Frame */

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** @typedef {{state: string, scheme: string, match: string, commitment: string, words: string[], pads?: string[], steps: import("./dice.js").Step[]}} Dice */
/** @typedef {{turn: number, seat?: number, order?: string, frames: Frame[], words: number[]}} Turn */
/** @typedef {{box: number[], places: Record<string, number[]>, names: Record<string, string>, centre: number[]|null, pitch: number, wide: number, own: boolean, split?: number}} Board */
/** Fields from `you` on are those of a page for a seat: without it none of them stands there.
 *  @typedef {{id: string, game: string, seats: string[], turn: number, over: boolean, words: Record<string, Forms>, board: Board,
 *   pieces: Array<[string, number|null]>, turns: Turn[], lines: string[], faces: Record<string, string[]>, roll: string[], dice: Dice,
 *   you: number, handle: string, acts: boolean, dated?: number, to: string[][], address: string, link?: number, head?: string, token?: string,
 *   choice?: any, standing?: any, replies?: any, ahead?: any, later?: number, grounds: any, asks: Record<string, Record<string, string>>, labels?: Record<string, string>,
 *   pad?: {known: string, words: string}, foreseen?: Record<string, {say: string[], ways: string[][], marks: string[]}>, send?: string,
 *   puzzle?: {check: string, orders: Record<string, string>, says: Record<string, string>}}} Data */

/** The data of the match, as adjudicator.web.contents makes it. @type {Data} */
export const D = JSON.parse($("data").textContent);

export const still = matchMedia("(prefers-reduced-motion: reduce)");
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

/** A sign of 24 by 24: its paths. @param {string} d @param {string} [filled] */
export const sign = (d, filled = "") =>
  sv("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...(d ? [sv("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round" })] : []),
    ...(filled ? [sv("path", { d: filled, fill: "currentColor" })] : []));

/** A text with its fields put in. @param {Forms} forms @param {Record<string, any>} [fields] */
export const filled = (forms, fields = {}) => {
  const count = fields[forms.by ?? "count"];
  const form = (count === 0 && forms.zero) || (count === 1 && forms.one) || forms.other;
  return form.replace(/\{([a-z_]+)\}/g, (_, name) => String(fields[name] ?? ""));
};

/** Words of the page in the reader's language. @param {string} key @param {Record<string, any>} [fields] */
export const word = (key, fields) => filled(D.words[key] ?? { other: key }, fields);

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

/** @param {string} tag @param {string} text */
export const line = (tag, text) => el(tag, {}, text);
