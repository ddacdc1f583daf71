/** A puzzle: what was proved of an action is told to who has tapped it; its text is the key (adjudicator.lab.puzzles.shown). Nothing is sent. */
import { $, D, el, tell } from "./dom.js";
import { bytes, hex, sha256 } from "./dice.js";
import { SENDERS, text } from "./letter.js";

const HEAD = /^(match|player|turn|head) /;

/** @param {...(string|number)} lines */
const hash = (...lines) => sha256(new TextEncoder().encode(lines.join("\n")));
/** @param {Uint8Array} data @param {Uint8Array} other */
const mixed = (data, other) => data.map((value, n) => value ^ other[n]);

if (D.puzzle) {
  const { check, orders, says } = D.puzzle, verdict = el("p", { className: "answer", role: "status", hidden: true });
  /** What is said of an order, "+" or "-" before it; nothing of one that is not legal. @param {string} order */
  const said = (order) => {
    const own = hash(D.id, order), entry = orders[hex(own.subarray(0, 8))];
    if (!entry) return "";
    const key = hex(mixed(bytes(entry), own.subarray(16))), told = bytes(says[hex(hash(key).subarray(0, 8))]);
    for (let n = 0; n * 32 < told.length; n++) told.set(mixed(told.subarray(32 * n, 32 * n + 32), hash(key, n)), 32 * n);
    return new TextDecoder().decode(told).trimEnd();
  };

  document.body.classList.add("puzzle");
  const ask = SENDERS.find((one) => one.id === "mail");
  $("acts").after(verdict);
  ask.lastChild.textContent = check;
  ask.onclick = () => {
    const order = text().split("\n").find((/** @type {string} */ one) => !HEAD.test(one)) ?? "";
    const found = said(order);
    if (!found) return;
    verdict.hidden = false;
    verdict.classList.toggle("right", found[0] === "+");
    verdict.textContent = found.slice(1);
    tell(found.slice(1));
  };
  // What was said was of another answer.
  for (const id of ["dock", "board"]) $(id).addEventListener("click", (/** @type {MouseEvent} */ e) => ask.contains(/** @type {Node} */ (e.target)) || (verdict.hidden = true));
}
