/** The board: pieces that slide, trails, places that are lit, and how near one looks. */
import { $, D, sv, still, called } from "./dom.js";

/** @typedef {Record<number, Array<number>>} Position piece -> x, y, width (mm) */

export const board = $("board");
/** @type {Record<string, number[]>} */
export const PLACES = D.board.places;
const WIDE = D.board.wide, CENTRE = D.board.centre;
/** @type {any[]} */
const pieces = D.pieces.map((_, n) => $(`p${n}`));
pieces.forEach((piece) => piece.removeAttribute("transform"));

/** Where a change says that a piece stands. @param {any[]} spot @returns {number[]} */
const laid = ([place, x, y, wide]) => (x === undefined ? [PLACES[place][0], PLACES[place][1], WIDE] : [x, y, wide]);
/** @param {number[]} spot */
const style = ([x, y, wide]) => `translate(${x}px,${y}px) scale(${wide / 2})`;

/** The position after some changes. @param {any} before @param {any[]} changes */
export const changed = (before, changes) => {
  const now = { ...before };
  for (const [number, ...spot] of changes) {
    if (spot.length) now[number] = { place: spot[0], spot: laid(spot) };
    else delete now[number];
  }
  return now;
};

/** Show a position. @param {any} position @param {boolean} [quick] */
export const put = (position, quick = false) => {
  pieces.forEach((piece, number) => {
    const at = position[number];
    piece.classList.toggle("gone", !at);
    if (!at) return;
    if (quick) piece.style.transition = "none";
    piece.style.transform = style(at.spot);
    if (quick) piece.getBoundingClientRect(), (piece.style.transition = "");
  });
};

/** A piece goes over each place of its way. @param {number} number @param {string[]} way */
export const walk = (number, way) => {
  const piece = pieces[number];
  if (still.matches || way.length < 3 || !piece?.animate) return;
  piece.animate(way.map((place) => ({ transform: style(laid([place])) })), { duration: 150 * way.length, easing: "linear" });
};

/** Show and hide layers of a drawing of the game's own. @param {number[]} on @param {number[]} off */
export const layers = (on, off) => {
  on.forEach((n) => $(`l${n}`).removeAttribute("hidden"));
  off.forEach((n) => $(`l${n}`).setAttribute("hidden", ""));
};

/** Along a ring a trail bends with it, else it is straight. @param {string[]} way */
const drawn = (way) =>
  way.map((place, n) => {
    const [x, y] = PLACES[place];
    if (!n) return `M${x} ${y}`;
    const [u, v] = PLACES[way[n - 1]];
    if (CENTRE) {
      const [cx, cy] = CENTRE, r = Math.hypot(x - cx, y - cy);
      if (r > 1 && Math.abs(Math.hypot(u - cx, v - cy) - r) < 0.2) {
        return `A${r} ${r} 0 0 ${(u - cx) * (y - cy) - (v - cy) * (x - cx) > 0 ? 1 : 0} ${x} ${y}`;
      }
    }
    return `L${x} ${y}`;
  }).join("");

/** Ways over the board, with numbers on some places and rings round others; and those that others would go thereupon.
 *  @param {string[][]} ways @param {string[]} [beads] @param {string[]} [marks] @param {string[][]} [follow] */
export const trail = (ways, beads = [], marks = [], follow = []) => {
  const unit = D.board.pitch / 10, out = [];
  for (const [one, other] of follow) {
    const [x, y] = PLACES[other], d = drawn([one, other]);
    out.push(sv("path", { d, class: "edge", "stroke-width": 2.6 * unit }), sv("path", { d, class: "follow", "stroke-width": 1.3 * unit }));
    out.push(sv("circle", { cx: x, cy: y, r: WIDE / 2, class: "follow", "stroke-width": 1.3 * unit }));
  }
  for (const place of marks.filter((p) => PLACES[p])) {
    const [cx, cy, size] = PLACES[place], r = Math.max(size / 2, WIDE / 2) * 1.12;
    out.push(sv("circle", { cx, cy, r, class: "edge", "stroke-width": 2.9 * unit }), sv("circle", { cx, cy, r, class: "mark", "stroke-width": 1.5 * unit }));
  }
  for (const full of ways) {
    const way = full.filter((p) => PLACES[p]);
    if (!way.length) continue;
    const [cx, cy] = PLACES[way[0]], d = drawn(way);
    out.push(sv("path", { d, class: "edge", "stroke-width": 3.5 * unit }), sv("circle", { cx, cy, r: 2.8 * unit, class: "dot" }));
    out.push(sv("path", { d, class: "mark", "stroke-width": 2 * unit }), sv("circle", { cx, cy, r: 2 * unit, class: "lamp" }));
  }
  beads.forEach((place, n) => {
    if (!PLACES[place]) return;
    const [x, y] = PLACES[place];
    const bead = sv("g", { class: "bead", transform: `translate(${x} ${y}) scale(${unit})` }, sv("circle", { r: 3.6 }), sv("text", { y: 1.5 }));
    bead.lastChild.textContent = String(n + 1);
    out.push(bead);
  });
  $("trail").replaceChildren(...out);
};

/** Which way it is from one place to another, in a word's key. @param {string|undefined} a @param {string} b */
export const way = (a, b) => {
  if (!a || !PLACES[a] || !PLACES[b] || a === b) return "";
  const [u, v] = PLACES[a], [x, y] = PLACES[b];
  if (CENTRE) {
    const [cx, cy] = CENTRE, out = Math.hypot(x - cx, y - cy) - Math.hypot(u - cx, v - cy);
    if (Math.abs(out) < 0.3) return (u - cx) * (y - cy) - (v - cy) * (x - cx) > 0 ? "clockwise" : "counter-clockwise";
    return out > 0 ? "outward" : "inward";
  }
  const across = Math.abs(x - u) > 0.4 * Math.abs(y - v) ? (x > u ? "right" : "left") : "", along = Math.abs(y - v) > 0.4 * Math.abs(x - u) ? (y > v ? "down" : "up") : "";
  return [along, across].filter(Boolean).join("-");
};

/** @type {string[]} */
let lit = [];
/** Light these places. @param {string[]} places @param {(place: string) => string} label @param {Map<string, string|undefined>} [taken] where a piece is meant, and whose, if not the reader's */
export const light = (places, label, taken = new Map()) => {
  lit = places;
  const far = places.flatMap((p, i) => places.slice(0, i).map((q) => Math.hypot(PLACES[p][0] - PLACES[q][0], PLACES[p][1] - PLACES[q][1])));
  const unit = D.board.pitch / 10, size = Math.max(4.4 * unit, Math.min(6.2 * unit, Math.min(...far) / 2 - 0.3 * unit));
  $("lit").replaceChildren(...places.map((place) => {
    const [x, y, wide] = PLACES[place], big = wide > 1.6 * D.board.pitch, piece = taken.has(place), r = big ? wide / 2 : piece ? Math.min(WIDE / 2, 4 * unit) : size; // rings of neighbours do not touch
    const made = sv("g", { class: `lt${big ? " big" : ""}${piece ? " piece" : ""}${taken.get(place) ? " theirs" : ""}`, "data-tap": place, tabindex: 0, role: "button", transform: `translate(${x} ${y})`, "aria-label": label(place) },
      sv("circle", { r: piece ? r : r + 0.35 * size, class: "halo", "stroke-width": 1.9 * unit }), sv("circle", { r, class: "face", "stroke-width": (piece ? 1.1 : 0.7) * unit }),
      sv("text", { y: 0.29 * size, "font-size": 0.82 * size * Math.min(1, 3 / Math.max(3, place.length)) }));
    made.lastChild.textContent = big || piece ? "" : called(place).length > 4 ? "" : called(place);
    return made;
  }));
};

const REACH = 30;
/** The lit place and the place nearest to a pointer, in pixels. @param {{clientX: number, clientY: number}} e */
export const nearest = (e) => {
  const m = board.getScreenCTM();
  const far = (/** @type {string} */ p) => {
    const [x, y, wide] = PLACES[p];
    return Math.max(0, Math.hypot(x * m.a + m.e - e.clientX, y * m.d + m.f - e.clientY) - (wide > 1.6 * D.board.pitch ? (wide / 2) * m.a : 0));
  };
  const by = (/** @type {string[]} */ list) => list.map((p) => /** @type {[number, string]} */ ([far(p), p])).sort((a, b) => a[0] - b[0])[0] ?? [1e9, ""];
  const one = by(lit);
  return { lit: one[0] <= Math.max(REACH, (D.board.pitch / 2) * m.a) ? one[1] : "", near: one[0], any: by(Object.keys(PLACES)), unit: m.a };
};

/** The next lit place in a direction. @param {string} from @param {number[]} to */
export const beside = (from, [dx, dy]) => {
  const [x, y] = PLACES[from];
  return lit
    .map((p) => ({ p, u: PLACES[p][0] - x, v: PLACES[p][1] - y }))
    .map(({ p, u, v }) => ({ p, on: u * dx + v * dy, off: Math.abs(u * dy) + Math.abs(v * dx) }))
    .filter(({ on }) => on > 0.5)
    .sort((a, b) => a.on + 2 * a.off - b.on - 2 * b.off)[0]?.p;
};

let near = false, flight = 0;
/** @type {number[]} */
let view = [];
/** Where a board has a part that may stand below it, a phone held upright shows the two one above the other. */
export const upright = matchMedia("(max-width:979px) and (orientation:portrait)");
/** @returns {number[]} */
const whole = () => {
  const [x, y, w, h] = D.board.box;
  return upright.matches && D.board.split ? [x, y, D.board.split - x, h] : [x, y, w, h];
};
/** The whole board, or twice as near about a place. @param {string} [head] @param {boolean} [quick] */
export const look = (head, quick = false) => {
  const [x0, y0, w, h] = whole();
  $("frame").style.setProperty("--ratio", String(w / h));
  let to = [x0, y0, w, h];
  if (near) {
    const [x, y] = (head && PLACES[head]) || [x0 + w / 2, y0 + h / 2];
    const within = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ size) => Math.max(low, Math.min(low + size / 2, at - size / 4));
    to = [within(x, x0, w), within(y, y0, h), w / 2, h / 2];
  }
  const set = (/** @type {number[]} */ v) => board.setAttribute("viewBox", v.join(" "));
  cancelAnimationFrame(flight);
  if (quick || still.matches || !view.length || to.join() === view.join()) return set((view = to));
  const from = view, start = performance.now();
  const fly = (/** @type {number} */ t) => {
    const k = Math.min(1, (t - start) / 240), e = 1 - (1 - k) ** 3;
    set((view = to.map((v, i) => from[i] + (v - from[i]) * e)));
    if (k < 1) flight = requestAnimationFrame(fly);
  };
  flight = requestAnimationFrame(fly);
};
{
  const [x, y, w, h] = D.board.box, from = D.board.split;
  if (from) {
    $("rest").setAttribute("viewBox", [from, y, x + w - from, h].join(" "));
    // The picture is drawn a second time only where it is looked at: a page is ready sooner without.
    $("position").addEventListener("toggle", () => $("position").open && $("rest").replaceChildren(sv("use", { href: "#still" })));
  } else $("rest").remove();
}
/** @param {boolean} on */
export const nearer = (on) => {
  near = on;
  $("frame").classList.toggle("near", on);
};
export const isNear = () => near;
