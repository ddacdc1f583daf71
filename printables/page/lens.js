/** A lens: places nearer to each other than a fingertip are shown again below the board, so large that none is missed. */
import { $, D, sv, called, set, fill, once } from "./dom.js";
import { PLACES, spot, scale, isTurned } from "./board.js";

const NEED = 44, WANT = 50, R = 22.5;
const lens = $("lens"), under = $("under"), over = $("over");
let first = 0, drawnTurned = false, W = 0, H = 0; // how large it was drawn at first
addEventListener("resize", () => (W = 0));
/** @type {Array<{place: string, x: number, y: number}>} */
let spots = [];

/** How near the nearest two of some places are, where that is nearer than a finger takes; else 0 (mm). @param {string[]} places */
export const crowded = (places) => {
  const at = places.map(spot);
  let least = 1e9;
  at.forEach(([x, y], i) => at.slice(0, i).forEach(([u, v]) => (least = Math.min(least, Math.hypot(x - u, y - v)))));
  return least * scale() < NEED ? least : 0;
};

/** Put it aside, out of sight: what is laid out once stays so. */
export const hide = () => {
  if (lens.hidden) return;
  fill(over, []);
  shown(false);
};
const shown = (/** @type {boolean} */ on) => {
  lens.hidden = !on;
  lens.setAttribute("aria-hidden", String(!on));
};

/** Show the surroundings of a place. The picture is laid out once: thereafter it is moved and scaled.
 *  @param {string[]} places what is lit @param {string} head @param {number} least @param {any} position */
export const show = (places, head, least, position) => {
  shown(true);
  if (!W) [W, H] = [lens.clientWidth, lens.clientHeight];
  const k = WANT / least, [cx, cy] = spot(head), [x0, y0, w, h] = D.board.box;
  if (!first || drawnTurned !== isTurned()) {
    [first, drawnTurned] = [k, isTurned()];
    under.replaceChildren(sv("use", { href: "#still" }));
    set(under, { viewBox: D.board.box.join(" "), width: w * k, height: h * k });
  }
  under.style.transform = `translate(${W / 2 - (cx - x0) * k}px,${H / 2 - (cy - y0) * k}px) scale(${k / first})`;
  over.setAttribute("viewBox", `0 0 ${W} ${H}`);
  spots = places.map((place) => {
    const [x, y] = spot(place), wide = PLACES[place][2];
    let dx = (x - cx) * k, dy = (y - cy) * k;
    if (wide > 1.6 * D.board.pitch) {
      const far = Math.hypot(dx, dy), to = Math.max(46, far - (wide / 2) * k + 26);
      dx *= to / far, dy *= to / far;
    }
    const f = Math.min(1, (W / 2 - R - 5) / Math.abs(dx || 1e-9), (H / 2 - R - 4) / Math.abs(dy || 1e-9));
    return { place, x: W / 2 + dx * f, y: H / 2 + dy * f };
  });
  const held = new Set();
  const pieces = Object.keys(position).flatMap((key) => {
    const { place, spot: at } = position[key], [x, y] = spot(place), u = W / 2 + (x - cx) * k, v = H / 2 + (y - cy) * k, r = (at[2] / 2) * k;
    if (u < -r || v < -r || u > W + r || v > H + r) return [];
    held.add(place);
    const made = piece(key);
    set(made, { class: place === head ? "" : "other", transform: `translate(${u.toFixed(1)} ${v.toFixed(1)}) scale(${r.toFixed(1)})` });
    return [made];
  });
  fill(over, [...pieces, ...spots.map(({ place, x, y }) => {
    const made = target(place);
    set(made, { class: `lp${held.has(place) ? " held" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
    const name = held.has(place) || called(place).length > 4 ? "" : called(place);
    if (made.lastChild.textContent !== name) made.lastChild.textContent = name;
    return made;
  })]);
};
const piece = once((/** @type {string} */ key) => sv("g", {}, sv("circle", { class: "mine", r: 1.13 }), sv("use", { href: `#${D.kinds[D.pieces[+key][0]][0]}` })));
const target = once((/** @type {string} */ place) => sv("g", { "data-tap": place }, sv("circle", { r: R }), sv("text", { y: 5.5 })));

/** What a tap on the lens means: a lit place, "" for the piece in its middle, nothing far from both. @param {{clientX: number, clientY: number}} e */
export const meant = (e) => {
  const box = lens.getBoundingClientRect(), x = e.clientX - box.x, y = e.clientY - box.y;
  const [near] = spots.map((one) => /** @type {[number, string]} */ ([Math.hypot(one.x - x, one.y - y), one.place])).sort((a, b) => a[0] - b[0]);
  const home = Math.hypot(box.width / 2 - x, box.height / 2 - y);
  return home < near[0] && home < 26 ? "" : near[0] < 40 ? near[1] : undefined;
};
