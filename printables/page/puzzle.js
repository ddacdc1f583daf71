/** A puzzle: what was tapped is compared with what was proved of each action. Nothing is sent. */
import { $, D, el, tell } from "./dom.js";
import { text } from "./letter.js";

const HEAD = /^(match|player|turn|head) /;

if (D.puzzle) {
  const { check, tries } = D.puzzle, verdict = el("p", { className: "answer", role: "status", hidden: true });
  document.body.classList.add("puzzle");
  $("acts").after(verdict);
  $("mail").textContent = check;
  $("mail").onclick = () => {
    const order = text().split("\n").find((/** @type {string} */ one) => !HEAD.test(one)) ?? "";
    const found = tries.findIndex((/** @type {any} */ one) => one.orders.includes(order));
    if (found < 0) return;
    verdict.hidden = false;
    verdict.classList.toggle("right", !found);
    verdict.textContent = tries[found].say;
    tell(tries[found].say);
  };
  // What was said was of another answer.
  for (const id of ["undo", "clear", "next", "board"]) $(id).addEventListener("click", () => (verdict.hidden = true));
}
