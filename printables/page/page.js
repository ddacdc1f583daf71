/** Three ways to use the page: your move, replay, dice. Light or dark. Links to a turn. */
import { $, D, word } from "./dom.js";
import { board, put, trail, light, look, nearer, isNear, upright } from "./board.js";
import { now, present, replaying, halt, toTurn, watch } from "./replay.js";
import { compose, composing, head } from "./compose.js";

const MODES = ["move", "replay", "dice"];
const LEADS = {
  move: [$("lead").textContent, $("sub").textContent],
  dice: [word("dice-lead"), D.dice.steps?.length ? word("dice-sub", { count: D.dice.steps.length }) : ""],
};
let mode = "move";

/** @param {string} to @param {boolean} [focus] */
const go = (to, focus = false) => {
  mode = to;
  document.body.dataset.mode = mode;
  for (const one of MODES) {
    $(`t-${one}`).setAttribute("aria-selected", String(one === mode));
    $(`t-${one}`).tabIndex = one === mode ? 0 : -1;
    $(`p-${one}`).hidden = one !== mode;
  }
  $("since").hidden = mode !== "move" || !$("sincelist").children.length;
  if (mode === "replay") {
    compose(false);
    light([], () => "");
    replaying();
  } else {
    halt();
    [$("lead").textContent, $("sub").textContent] = LEADS[/** @type {"move"|"dice"} */ (mode)];
    present();
    trail([]);
    compose(mode === "move");
  }
  look(mode === "move" ? head() : undefined, true);
  if (focus) $(`t-${mode}`).focus();
  try { history.replaceState(null, "", `#${mode}`); } catch { /* a page opened from an attachment may not */ }
};

const tabs = $("tabs");
tabs.onclick = (/** @type {any} */ e) => {
  const button = e.target.closest("button");
  if (button) go(button.id.slice(2)), scrollTo({ top: 0 });
};
tabs.onkeydown = (/** @type {any} */ e) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {"ArrowRight"} */ (e.key)];
  if (step) go(MODES[(MODES.indexOf(mode) + step + 3) % 3], true);
};
$("watch").onclick = () => { go("replay"); scrollTo({ top: 0 }); watch(); };
$("zoom").onclick = () => {
  nearer(!isNear());
  $("zoom").setAttribute("aria-pressed", String(isNear()));
  look(mode === "move" ? head() : undefined);
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = (/** @type {boolean} */ on) => (document.documentElement.dataset.theme = on ? "dark" : "light");
theme(dark.matches);
dark.onchange = () => theme(dark.matches);
upright.onchange = () => look(mode === "move" ? head() : undefined, true);
$("theme").onclick = () => theme(document.documentElement.dataset.theme !== "dark");

for (const id of ["tabs", "theme", "zoom", "watch"]) $(id).hidden = false;
board.setAttribute("role", "group");
put(now, true);
composing(go);

/** A link may name a mode, or a turn: #replay, #t=7, #turn-7. */
const follow = () => {
  const wanted = location.hash.slice(1), turn = /^(?:t=|turn-)(\d+)$/.exec(wanted);
  if (turn) toTurn(+turn[1]);
  go(turn ? "replay" : MODES.includes(wanted) ? wanted : "you" in D ? "move" : "replay");
};
addEventListener("hashchange", follow);
follow();
if (innerWidth < 980) $("position").open = false;
document.documentElement.dataset.ready = performance.now().toFixed(0);
