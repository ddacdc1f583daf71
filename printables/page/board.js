/** The board: pieces that slide, trails, the last move, places that are lit, and which way it lies. */
import { $, D, each, sv, still, phone, set, fill, once } from "./dom.js";

/** @typedef {Record<number, {place: string, spot: number[]}>} Position piece -> its place, and x, y, width (mm) */

export const board = $("board");
/** @type {Record<string, number[]>} */
export const PLACES = D.board.places;
const WIDE = D.board.wide, UNIT = D.board.pitch / 10, THIN = Math.min(1, 12 / WIDE); // strokes on large pieces grow less
let turned = false;

/** Where a point of the board is seen. @param {number[]} at */
export const seen = ([x, y]) => {
  const [a, b, w, h] = D.board.box;
  return turned ? [2 * a + w - x, 2 * b + h - y] : [x, y];
};
/** @param {string} place */
export const spot = (place) => seen(PLACES[place]);

/** @type {any[]} */
const pieces = [];
/** Where each of them has been put. @type {string[]} */
const there = [];
each(() => {
  D.pieces.forEach(([kind, owner], n) => {
    const lone = owner !== null && owner === D.you && D.pieces.filter(([, whose]) => whose === owner).length === 1;
    if (pieces[n]) return lone || pieces[n].querySelector(".mine")?.remove();
    const made = $(`p${n}`) ?? sv("g", { id: `p${n}`, class: "pc gone" }, ...(lone ? [sv("circle", { class: "mine", r: 1.13 })] : []), sv("use", { href: `#${D.kinds[kind][0]}` }));
    if (!made.parentNode) $(D.kinds[kind][3] ? "flat" : "pieces").append(made);
    made.removeAttribute("transform");
    pieces.push(made);
  });
  if (D.symbols) $("symbols").innerHTML = D.symbols;
  (D.layers ?? []).forEach((markup, n) => {
    if ($(`l${n}`)) return;
    const made = sv("g", { id: `l${n}`, hidden: "" });
    made.innerHTML = markup;
    $("still").append(made);
  });
});

/** Where a change says that a piece stands. @param {any[]} spot @returns {number[]} */
const laid = ([place, x, y, wide]) => (x === undefined ? [PLACES[place][0], PLACES[place][1], WIDE] : [x, y, wide]);
/** @param {number[]} spot */
const style = (spot) => {
  const [x, y] = seen(spot);
  return `translate(${x}px,${y}px) scale(${spot[2] / 2})`;
};

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
  board.classList.toggle("quick", quick);
  pieces.forEach((piece, number) => {
    const at = position[number], to = at ? style(at.spot) : "";
    if (there[number] === to) return;
    there[number] = to;
    piece.classList.toggle("gone", !at);
    if (at) piece.style.transform = to;
  });
  if (quick) board.getBoundingClientRect(), board.classList.remove("quick");
};

/** A piece lies under a finger until the position is shown again. @param {number} number @param {{clientX: number, clientY: number}} e */
export const carry = (number, e) => {
  const m = board.getScreenCTM();
  board.classList.add("quick");
  pieces[number].style.transform = `translate(${(e.clientX - m.e) / m.a}px,${(e.clientY - m.f) / m.d}px) scale(${WIDE / 2})`;
  there[number] = "";
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
    const [x, y] = spot(place);
    if (!n) return `M${x} ${y}`;
    const [u, v] = spot(way[n - 1]);
    if (D.board.centre) {
      const [cx, cy] = seen(D.board.centre), r = Math.hypot(x - cx, y - cy);
      if (r > 1 && Math.abs(Math.hypot(u - cx, v - cy) - r) < 0.2) {
        return `A${r} ${r} 0 0 ${(u - cx) * (y - cy) - (v - cy) * (x - cx) > 0 ? 1 : 0} ${x} ${y}`;
      }
    }
    return `L${x} ${y}`;
  }).join("");

/** A ring round a place. @param {string} place @param {number} r @param {string} kind @param {number} broad */
const ring = (place, r, kind, broad) => {
  const [cx, cy] = spot(place);
  return [sv("circle", { cx, cy, r, class: "edge", "stroke-width": 1.8 * broad * UNIT }), sv("circle", { cx, cy, r, class: kind, "stroke-width": broad * UNIT })];
};

/** A dashed one: here a player's piece stood, or has come. @param {string} place @param {number} r */
const dashed = (place, r) => {
  const made = ring(place, r, "was", 0.9 * THIN);
  made[1].setAttribute("stroke-dasharray", `${1.7 * UNIT * THIN} ${1.4 * UNIT * THIN}`);
  return made;
};

/** Ways over the board, with numbers on some places and rings round others; and those that others would go thereupon.
 *  @param {string[][]} ways @param {string[]} [beads] @param {string[]} [marks] @param {string[][]} [follow] */
export const trail = (ways, beads = [], marks = [], follow = []) => {
  const out = [];
  for (const [one, other] of follow) {
    const d = drawn([one, other]);
    out.push(sv("path", { d, class: "edge", "stroke-width": 2.6 * UNIT }), sv("path", { d, class: "follow", "stroke-width": 1.3 * UNIT }));
    out.push(...ring(other, WIDE / 2, "follow", 1.3).slice(1));
  }
  for (const place of marks.filter((p) => PLACES[p])) out.push(...ring(place, Math.max(PLACES[place][2] / 2, WIDE / 2) * 1.12, "mark", 1.5 * THIN));
  for (const full of ways) {
    const way = full.filter((p) => PLACES[p]), k = THIN < 1 ? 0.6 : 1;
    if (!way.length) continue;
    if (way.length < 2) {
      out.push(...ring(way[0], WIDE / 2 + 0.5 * UNIT, "mark", 1.2 * THIN));
      continue;
    }
    const [cx, cy] = spot(way[0]), d = drawn(way);
    out.push(sv("path", { d, class: "edge", "stroke-width": 3.5 * UNIT * k }), sv("circle", { cx, cy, r: 2.8 * UNIT * k, class: "dot" }));
    out.push(sv("path", { d, class: "mark", "stroke-width": 2 * UNIT * k }), sv("circle", { cx, cy, r: 2 * UNIT * k, class: "lamp" }));
  }
  beads.forEach((place, n) => {
    if (!PLACES[place]) return;
    const [x, y] = spot(place);
    const bead = sv("g", { class: "bead", transform: `translate(${x} ${y}) scale(${UNIT})` }, sv("circle", { r: 3.6 }), sv("text", { y: 1.5 }));
    bead.lastChild.textContent = String(n + 1);
    out.push(bead);
  });
  $("trail").replaceChildren(...out);
};

/** An arrow over places as the letter's picture has it, ink on a pale edge, up to the piece that has arrived.
 *  @param {string[]} way @param {number} broad @param {number} [cut] */
export const arrow = (way, broad, cut = WIDE / 2) => {
  const path = sv("path", { d: drawn(way) }), total = path.getTotalLength(), end = Math.max(total * 0.3, total - cut - 1.5 * broad);
  const point = (/** @type {number} */ along) => path.getPointAtLength(along), line = [];
  for (let i = 0, n = way.length > 2 || D.board.centre ? 16 : 1; i <= n; i++) {
    const { x, y } = point(0.05 * total + ((end - 0.05 * total) * i) / n);
    line.push(`${x.toFixed(2)} ${y.toFixed(2)}`);
  }
  const { x, y } = point(end), before = point(Math.max(0, end - 0.6)), k = Math.atan2(y - before.y, x - before.x), s = 2.1 * broad;
  const corner = (/** @type {number} */ turn, /** @type {number} */ far) => `${(x + Math.cos(k + turn) * far).toFixed(2)} ${(y + Math.sin(k + turn) * far).toFixed(2)}`;
  const d = `M${line.join("L")}`, tip = `M${corner(0, 0.75 * s)}L${corner(2.2, s)}L${corner(-2.2, s)}z`;
  return sv("g", {}, sv("path", { d, class: "pale", "stroke-width": 2.3 * broad }), sv("path", { d: tip, class: "pale", "stroke-width": 1.3 * broad }), sv("path", { d, class: "ink", "stroke-width": broad }), sv("path", { d: tip, class: "dot" }));
};
/** A red cross. @param {number[]} at */
const cross = ([x, y]) => {
  const s = 0.22 * WIDE, d = `M${x - s} ${y - s}L${x + s} ${y + s}M${x + s} ${y - s}L${x - s} ${y + s}`;
  return [sv("path", { d, class: "pale", "stroke-width": 2.6 * UNIT * THIN }), sv("path", { d, class: "cross", "stroke-width": 1.5 * UNIT * THIN })];
};
/** A piece that is drawn where it once stood. @param {number} number @param {number[]} at */
const ghost = (number, [x, y]) => sv("g", { class: "ghost", transform: `translate(${x} ${y}) scale(${WIDE / 2})` }, sv("use", { href: `#${D.kinds[D.pieces[number][0]][0]}` }));

/** The piece that has gone a way in a frame. @param {any} frame @param {string[]} way */
export const mover = (frame, way) => {
  const found = Object.keys(frame.position).find((n) => frame.position[n].place === way[way.length - 1] && frame.before[n]?.place === way[0]);
  return found === undefined ? undefined : +found;
};
/** The piece that a player has put on the board in a frame, if one has. @param {any} frame */
export const came = (frame) => {
  const fresh = Object.keys(frame.position).filter((n) => !frame.before[n] && D.pieces[+n][1] !== null);
  return fresh.length === 1 && !frame.ways && Object.keys(frame.before).length ? frame.position[fresh[0]] : undefined;
};
/** What happened in some frames: the ways gone, where they began, what was taken and what they ringed. @param {any[]} frames */
export const last = (frames) => {
  const out = [];
  for (const frame of frames) {
    for (const one of frame.ways ?? []) {
      const way = one.filter((/** @type {string} */ p) => PLACES[p]), number = mover(frame, one);
      if (way.length < 2) continue;
      const own = number === undefined || D.pieces[number][1] !== null;
      if (own && PLACES[way[0]][2] < 2 * WIDE) out.push(...dashed(way[0], WIDE / 2 - 0.4 * UNIT));
      out.push(arrow(way, (own && THIN < 1 ? 0.62 : 0.95) * UNIT));
    }
    if (came(frame)) out.push(...dashed(came(frame).place, WIDE / 2 + 0.4 * UNIT));
    // Rings are of dice that chose, while that is told; afterwards they would only hide what stands there.
    if (frames.length === 1) for (const place of (frame.marks ?? []).filter((/** @type {string} */ p) => PLACES[p])) out.push(...ring(place, Math.max(PLACES[place][2], WIDE) * 0.56, "mark", 1.5 * THIN));
  }
  const end = frames[frames.length - 1]?.position ?? {};
  for (const key in Object.assign({}, ...frames.map((frame) => frame.before))) {
    const number = +key, gone = frames.findLast((frame) => frame.before[number])?.before[number];
    if (!end[number] && D.pieces[number][1] !== null) out.push(ghost(number, seen(gone.spot)), ...cross(seen(gone.spot)));
  }
  $("last").replaceChildren(...out);
};

/** Which way it is from one place to another, in a word's key. @param {string|undefined} a @param {string} b */
export const way = (a, b) => {
  if (!a || !PLACES[a] || !PLACES[b] || a === b) return "";
  const [u, v] = spot(a), [x, y] = spot(b);
  if (D.board.centre) {
    const [cx, cy] = seen(D.board.centre), out = Math.hypot(x - cx, y - cy) - Math.hypot(u - cx, v - cy);
    if (Math.abs(out) < 0.3) return (u - cx) * (y - cy) - (v - cy) * (x - cx) > 0 ? "clockwise" : "counter-clockwise";
    return out > 0 ? "outward" : "inward";
  }
  const across = Math.abs(x - u) > 0.4 * Math.abs(y - v) ? (x > u ? "right" : "left") : "", along = Math.abs(y - v) > 0.4 * Math.abs(x - u) ? (y > v ? "down" : "up") : "";
  return [along, across].filter(Boolean).join("-");
};

/** @type {string[]} */
let lit = [];
const lamp = once((/** @type {string} */ place) => sv("g", { "data-tap": place, tabindex: 0, role: "button" }, sv("circle", { class: "halo" }), sv("circle", { class: "face" })));
/** Light these places: a disc where one is free, a ring round what stands or is drawn there. @param {string[]} places @param {(place: string) => string} label
 *  @param {Map<string, string|undefined>} [taken] where a piece is meant, and whose, if not the reader's @param {any} [position] */
export const light = (places, label, taken = new Map(), position = {}) => {
  lit = places;
  const at = places.map(spot), held = new Set(Object.values(position).map((one) => /** @type {any} */ (one).place));
  let far = 99;
  at.forEach(([x, y], i) => at.slice(0, i).forEach(([u, v]) => (far = Math.min(far, Math.hypot(x - u, y - v)))));
  const size = Math.max(2.4 * UNIT, Math.min(3.7 * UNIT, far / 2 - 0.3 * UNIT)), broad = (places.length > 6 ? 0.7 : 1) * THIN * UNIT;
  const ample = WIDE > 8 * THIN * UNIT, line = ample ? 0.8 * broad : broad; // round a large piece the ring lies within: names stand beside it
  fill($("lit"), places.map((place, n) => {
    const [x, y] = at[n], big = PLACES[place][2] > 1.6 * D.board.pitch, piece = taken.has(place), stands = held.has(place) && !big, full = piece || stands || D.board.signs.includes(place), r = big ? PLACES[place][2] / 2 - UNIT : full ? (ample ? WIDE / 2 - 0.8 * broad : WIDE / 2 + 0.3 * UNIT) : size;
    const made = lamp(place), [halo, face] = made.children;
    set(made, { class: `lt${big ? " big" : ""}${full ? " piece" : ""}${taken.get(place) || (stands && !piece) ? " theirs" : ""}`, transform: `translate(${x} ${y})`, "aria-label": label(place) });
    set(halo, { r: full || big ? r : 1.4 * r, "stroke-width": 2.1 * (full ? line : broad) });
    set(face, { r, "stroke-width": full ? 1.15 * line : 0.8 * broad });
    return made;
  }));
};

const REACH = 30;
/** The lit place and the place nearest to a pointer, in pixels. @param {{clientX: number, clientY: number}} e */
export const nearest = (e) => {
  const m = board.getScreenCTM();
  const far = (/** @type {string} */ p) => {
    const [x, y] = spot(p), wide = PLACES[p][2];
    return Math.max(0, Math.hypot(x * m.a + m.e - e.clientX, y * m.d + m.f - e.clientY) - (wide > 1.6 * D.board.pitch ? (wide / 2) * m.a : 0));
  };
  const by = (/** @type {string[]} */ list) => list.filter(inside).map((p) => /** @type {[number, string]} */ ([far(p), p])).sort((a, b) => a[0] - b[0]);
  const [one = [1e9, ""], second = [1e9, ""]] = by(lit);
  return { lit: one[0] <= Math.max(REACH, (D.board.pitch / 2) * m.a) ? one[1] : "", near: one[0], second: second[0] < REACH ? second[1] : "", apart: second[0] - one[0], any: by(Object.keys(PLACES))[0] ?? [1e9, ""], unit: m.a };
};

/** The next lit place in a direction. @param {string} from @param {number[]} to */
export const beside = (from, [dx, dy]) => {
  const [x, y] = spot(from);
  return lit
    .map((p) => ({ p, u: spot(p)[0] - x, v: spot(p)[1] - y }))
    .map(({ p, u, v }) => ({ p, on: u * dx + v * dy, off: Math.abs(u * dy) + Math.abs(v * dx) }))
    .filter(({ on }) => on > 0.5)
    .sort((a, b) => a.on + 2 * a.off - b.on - 2 * b.off)[0]?.p;
};

/** What of the board is seen: on a phone held upright, of some only the part that is played on. @returns {number[]} */
const whole = () => {
  const [x, y, w, h] = D.board.box;
  if (!phone.matches) return D.board.box;
  return D.board.split ? [x, y, D.board.split - x, h] : D.board.crop ? [...seen(turned ? [D.board.crop[0] + D.board.crop[2], D.board.crop[1] + D.board.crop[3]] : D.board.crop), ...D.board.crop.slice(2)] : [x, y, w, h];
};
/** Whether a place is seen. @param {string} place */
export const inside = (place) => {
  const [x, y, w, h] = view, [u, v] = spot(place);
  return u > x && u < x + w && v > y && v < y + h;
};
/** @type {number[]} */
let view = D.board.box;
/** How many pixels a millimetre has. */
export const scale = () => (wide ||= board.clientWidth / view[2]);
let wide = 0;
addEventListener("resize", () => (wide = 0));
export const look = () => {
  view = whole();
  wide = 0;
  $("frame").parentElement.style.setProperty("--ratio", String(view[2] / view[3]));
  for (const one of [$("ground"), board]) one.setAttribute("viewBox", view.join(" "));
};
{
  const [x, y, w, h] = D.board.box, from = D.board.split;
  if (from) {
    $("rest").setAttribute("viewBox", [from, y, x + w - from, h].join(" "));
    // The picture is drawn a second time only where it is looked at: a page is ready sooner without.
    $("position").addEventListener("toggle", () => $("position").open && $("rest").replaceChildren(sv("use", { href: "#still" })));
  } else $("rest").remove();
}

export const isTurned = () => turned;
/** Turn the picture under the pieces; its words and emblems stay upright. @param {boolean} on */
export const turn = (on) => {
  turned = on;
  there.length = 0;
  const [a, b, w, h] = D.board.box, still = $("still");
  still.removeAttribute("transform");
  for (const one of still.querySelectorAll("text, use")) {
    // What is placed by an attribute of its own turns about the point that it is placed at.
    one.dataset.up ??= one.getAttribute("transform") ?? "";
    if (!one.dataset.at) {
      const box = one.getBBox();
      one.dataset.at = one.tagName === "use" ? "0 0" : `${box.x + box.width / 2} ${box.y + box.height / 2}`;
    }
    const upright = one.dataset.up + (on ? ` rotate(180 ${one.dataset.at})` : "");
    upright ? one.setAttribute("transform", upright) : one.removeAttribute("transform");
  }
  if (on) still.setAttribute("transform", `rotate(180 ${a + w / 2} ${b + h / 2})`);
};
// Words are as wide as their letters, which may come later than the page.
document.fonts.ready.then(() => {
  for (const one of $("still").querySelectorAll("text")) delete one.dataset.at;
  if (turned) turn(true);
});

/** A diagram of the rules, cut out of the board itself as it lies. @param {import("./dom.js").Diagram} card */
export const diagram = (card) => {
  if (card.drawn) {
    const made = sv("svg", { viewBox: card.box.join(" "), "aria-hidden": "true" });
    made.innerHTML = card.drawn;
    return made;
  }
  const known = (/** @type {string[]|undefined} */ list) => (list ?? []).filter((p) => PLACES[p]);
  const [x, y, w, h] = card.box, corner = seen(isTurned() ? [x + w, y + h] : [x, y]);
  const piece = (/** @type {string} */ kind, /** @type {string} */ place, /** @type {number} */ n = 0) => {
    const [u, v] = spot(place);
    return sv("g", { transform: `translate(${u + n * 0.18 * WIDE} ${v - n * 0.18 * WIDE}) scale(${0.42 * WIDE})` }, sv("use", { href: `#${D.kinds[kind]?.[0]}` }));
  };
  const put = card.put ?? {}, held = new Set(Object.values(put).flat()), out = [];
  for (const one of card.ways ?? []) if (known(one).length > 1) out.push(arrow(known(one), (THIN < 1 ? 0.6 : 0.9) * UNIT, held.has(one[one.length - 1]) ? WIDE / 2 : 0.1 * WIDE));
  for (const kind in put) out.push(...known(put[kind]).map((place) => piece(kind, place)));
  for (const place of known(Object.keys(card.stack ?? {}))) out.push(...(card.stack?.[place] ?? []).map((kind, n) => piece(kind, place, n)));
  for (const place of known(card.ringed)) out.push(...ring(place, WIDE / 2, "mark", 1.2 * THIN));
  for (const place of known(card.barred)) out.push(...cross(spot(place)));
  return sv("svg", { viewBox: [...corner, w, h].join(" "), "aria-hidden": "true" }, sv("use", { href: "#still" }), ...out);
};
