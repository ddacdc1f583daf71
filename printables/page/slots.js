/** The taps so far, one slot each. Where dice are used in turn, a slot is moved by dragging it, or by arrow keys. */
import { $, D, el, word, die } from "./dom.js";

const FAR = 6; // pixels from which a finger drags

/** A die by its face and number, so that six of them stand in a row; anything else by its name. @param {{kind: string, text: string}} one @param {string} name */
const shown = (one, name) => {
  const face = one.kind === "die" && D.roll[parseInt(one.text, 10) - 1];
  return face ? [die(face, "slot-die"), one.text] : [name];
};

/** A slot that moves: `move(from, to)` says whether the order may be so.
 *  @param {any} one @param {string} name @param {number} at @param {number} count @param {(from: number, to: number) => boolean} move */
const movable = (one, name, at, count, move) => {
  const slot = el("button", { type: "button", className: "on move", "data-slot": at, title: word("slot-move"), "aria-roledescription": word("slot-move"), "aria-label": `${name}, ${word("slot", { at: at + 1, count })}` }, ...shown(one, name));
  let from = [0, 0], pointer = -1;
  const by = (/** @type {any} */ e) => {
    const far = [e.clientX - from[0], e.clientY - from[1]];
    return Math.hypot(...far) < FAR ? null : far;
  };
  const over = (/** @type {any} */ e) => {
    const middles = [...$("slots").querySelectorAll("[data-slot]")].map((other) => other.getBoundingClientRect());
    const onRow = middles.map((box, n) => ({ n, far: Math.hypot(Math.max(0, box.left - e.clientX, e.clientX - box.right), Math.max(0, box.top - e.clientY, e.clientY - box.bottom)) }));
    return onRow.filter(({ n }) => n !== at).sort((a, b) => a.far - b.far)[0]?.n ?? at;
  };
  slot.onpointerdown = (/** @type {any} */ e) => {
    if (!e.isPrimary) return;
    [from, pointer] = [[e.clientX, e.clientY], e.pointerId];
    slot.setPointerCapture(e.pointerId);
  };
  slot.onpointermove = (/** @type {any} */ e) => {
    if (e.pointerId !== pointer) return;
    const far = by(e);
    slot.classList.toggle("drag", far !== null);
    slot.style.transform = far ? `translate(${far[0]}px,${far[1]}px)` : "";
  };
  slot.onpointerup = slot.onpointercancel = (/** @type {any} */ e) => {
    if (e.pointerId !== pointer) return;
    pointer = -1;
    slot.classList.remove("drag");
    slot.style.transform = "";
    const there = e.type === "pointerup" && by(e) ? over(e) : at;
    if (there !== at) move(at, there);
  };
  slot.onkeydown = (/** @type {KeyboardEvent} */ e) => {
    const there = at + ({ ArrowLeft: -1, ArrowRight: 1 }[/** @type {"ArrowLeft"} */ (e.key)] ?? 0);
    if (there === at || there < 0 || there >= count) return;
    e.preventDefault();
    if (move(at, there)) /** @type {any} */ ($("slots").querySelector(`[data-slot="${there}"]`))?.focus();
  };
  return slot;
};

/** Show the taps so far, and whether more must follow.
 *  @param {readonly any[]} taps @param {(one: any) => string} named @param {boolean} more @param {(from: number, to: number) => boolean} move */
export const slots = (taps, named, more, move) => {
  const dice = taps.some((one) => one.kind === "die");
  $("slots").replaceChildren(
    ...taps.map((one, at) => (dice ? movable(one, named(one), at, taps.length, move) : el("span", { className: "on" }, named(one)))),
    ...(more ? [el("span", {}, "…")] : []));
  $("slots").setAttribute("role", dice ? "group" : "img");
  $("slots").setAttribute("aria-label", `${word("so-far")}: ${taps.map(named).join(", ") || word("empty")}`);
};
