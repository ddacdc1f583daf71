/** At a table at home: orders go to the referee on this machine, and what came of them is shown. */
import { $, D, el, word, tell, still } from "./dom.js";
import { frames, first, show } from "./replay.js";
import { text } from "./letter.js";

const KEPT = "postfox-table", LONGEST = 6000, STEP = 900;

/** What this page leaves to the next: turns seen, refusals, light or dark. @param {Record<string, any>} more */
const leave = (more) => sessionStorage.setItem(KEPT, JSON.stringify({ theme: document.documentElement.dataset.theme, ...more }));
const left = () => {
  const kept = sessionStorage.getItem(KEPT) ?? "{}";
  sessionStorage.removeItem(KEPT);
  try { return JSON.parse(kept) ?? {}; } catch { return {}; } // of another program at this address
};

const answer = el("p", { className: "answer", role: "alert", hidden: true });
/** @param {string[]} refused */
const refuse = (refused) => {
  answer.hidden = !refused.length;
  answer.textContent = refused.length ? [word("table-refused"), ...refused].join(" ") : "";
};

const play = async () => {
  $("mail").disabled = true;
  $("mail").textContent = word("table-wait");
  tell(word("table-wait"));
  let came = { done: false, refused: [word("table-gone")] };
  try {
    const response = await fetch(D.send ?? "", { method: "POST", body: text() });
    came = response.ok ? await response.json() : { done: false, refused: [await response.text()] };
  } catch { /* the referee has gone home */ }
  if (came.done) {
    leave({ seen: D.turns.length, refused: came.refused });
    return location.reload();
  }
  refuse(came.refused);
  $("mail").textContent = word("table-play");
  $("mail").disabled = false;
};

/** What has happened since the page before, step by step; then the move. @param {number} seen */
const told = (seen) => {
  const start = first[seen] ?? frames.length;
  if (still.matches || start >= frames.length) return;
  const pause = Math.min(STEP, LONGEST / (frames.length - start));
  let at = start, timer = 0;
  const stop = () => {
    clearTimeout(timer);
    $("tabs").removeEventListener("click", stop, true);
    document.removeEventListener("keydown", stop, true);
  };
  const step = () => {
    if (at === frames.length) {
      stop();
      return D.over ? undefined : $("t-move").click();
    }
    show(at++, true);
    timer = window.setTimeout(step, at === frames.length ? Math.max(pause, STEP) : pause);
  };
  $("t-replay").click();
  $("tabs").addEventListener("click", stop, true);
  document.addEventListener("keydown", stop, true);
  step();
};

if (D.send) {
  const kept = left();
  history.scrollRestoration = "manual";
  document.body.classList.add("at-table");
  if (kept.theme) document.documentElement.dataset.theme = kept.theme;
  if ("you" in D) {
    $("acts").after(answer);
    $("mail").textContent = word("table-play");
    $("mail").onclick = play;
    $("more").firstElementChild.textContent = word("table-more");
    for (const id of ["copy", "share"]) $(id).hidden = true;
    refuse(kept.refused ?? []);
  }
  if (document.body.hasAttribute("data-curtain")) {
    const lift = el("button", { type: "button", className: "btn main lift", onclick: () => {
      document.body.removeAttribute("data-curtain");
      lift.remove();
      $("lead").focus();
    } }, word("table-curtain", { player: D.seats[D.you] }));
    document.body.append(lift);
    lift.focus();
  } else told(kept.seen ?? frames.length);
}
