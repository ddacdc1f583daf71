/** At a table at home: orders go to the referee on this machine, and what came of them is played on the same page. */
import { $, D, each, el, word, tell, renew } from "./dom.js";
import { SENDERS, text } from "./letter.js";

const answer = el("p", { className: "answer", role: "alert", hidden: true });
/** @param {string[]} refused */
const refuse = (refused) => {
  answer.hidden = !refused.length;
  answer.textContent = refused.length ? [word("table-refused"), ...refused].join(" ") : "";
};

/** Ask the referee of this machine; what has changed is shown. @param {string} what @param {string} [body] @returns {Promise<any>} */
export const asked = async (what, body = "") => {
  let came = /** @type {any} */ ({ refused: [word("table-gone")] });
  document.body.toggleAttribute("data-asking", true);
  try {
    const response = await fetch(`${what}?${D.page}`, { method: "POST", body });
    came = response.ok ? await response.json() : { refused: [await response.text()] };
  } catch { /* the referee has gone home */ }
  document.body.toggleAttribute("data-asking", false);
  if (came.update) renew(came.update);
  refuse(came.refused);
  return came;
};

const play = async () => {
  const say = $("mail").lastChild;
  say.textContent = word("table-wait");
  tell(word("table-wait"));
  let came = await asked(D.send ?? "", text());
  while (came.thinks) came = await asked("go");
  say.textContent = word("table-play");
};

if (D.send) {
  document.body.classList.add("at-table");
  $("acts").after(answer);
  SENDERS.forEach((one) => one.id === "mail" && (one.onclick = play));
  each(() => {
    document.body.toggleAttribute("data-curtain", Boolean(D.curtain));
    if (!D.curtain) return;
    const lift = el("button", { type: "button", className: "btn main lift", onclick: () => {
      document.body.removeAttribute("data-curtain");
      lift.remove();
      $("lead").focus();
    } }, word("table-curtain", { player: D.seats[D.you] }));
    document.body.append(lift);
    lift.focus();
  });
}
