/** The ways to use the page: the game, replay, rules, dice. Light or dark, sounds, the board turned. Links to a turn. */
import { $, D, each, el, sign, word, tell, kept, keep, knock, phone, SIGNS } from "./dom.js";
import { board, put, trail, look, turn, isTurned } from "./board.js";
import { frames, first, now, present, replaying, halt, toTurn, playFrom } from "./replay.js";
import { heading, hush, marks, play, strips } from "./states.js";
import { compose, composing } from "./compose.js";
import { rules } from "./rules.js";

const MODES = ["move", "replay", "rules", "dice"].filter((mode) => $(`t-${mode}`));
let mode = "move";

/** @param {string} to @param {boolean} [focus] */
export const go = (to, focus = false) => {
  const before = mode;
  mode = to;
  hush();
  halt();
  document.body.dataset.mode = mode;
  for (const one of MODES) {
    $(`t-${one}`).setAttribute("aria-selected", String(one === mode));
    $(`t-${one}`).tabIndex = one === mode ? 0 : -1;
    $(`p-${one}`).hidden = one !== mode;
  }
  compose(mode === "move");
  if (mode === "replay") replaying();
  else {
    present();
    trail([]);
    marks();
    strips(now());
    heading();
    compose(mode === "move");
  }
  if (mode === "rules") rules(), ($("lead").textContent = word("rules-lead")), ($("sub").textContent = "");
  if (mode === "dice") ($("lead").textContent = word("dice-lead")), ($("sub").textContent = D.dice?.steps?.length ? word("dice-sub", { count: D.dice.steps.length }) : "");
  if (focus) $(`t-${mode}`).focus();
  if (before !== mode) scrollTo({ top: 0 });
  try { history.replaceState(null, "", `#${mode}`); } catch { /* a page opened from an attachment may not */ }
};

const tabs = $("tabs");
tabs.onclick = (/** @type {any} */ e) => {
  const button = e.target.closest("button");
  if (button) go(button.id.slice(2)), scrollTo({ top: 0 });
};
tabs.onkeydown = (/** @type {any} */ e) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {"ArrowRight"} */ (e.key)];
  if (step) go(MODES[(MODES.indexOf(mode) + step + MODES.length) % MODES.length], true);
};

/** Whether two people play at one screen. */
export const both = () => (D.bots ?? []).filter((bot) => !bot).length > 1;
/** Whether the reader's side began above the others': then the board lies the other way round for this reader. */
const facing = () => {
  const mine = both() && kept("fixed") ? 0 : D.you;
  const start = frames.find((frame) => Object.keys(frame.position).length)?.position ?? {}, sums = [[0, 0], [0, 0]];
  for (const key in start) {
    const owner = D.pieces[+key][1];
    if (owner === null) continue;
    sums[owner === mine ? 0 : 1][0] += start[key].spot[1];
    sums[owner === mine ? 0 : 1][1]++;
  }
  const [own, theirs] = sums.map(([sum, count]) => sum / count);
  return own < theirs - 0.1 * D.board.box[3];
};
const TURNED = `turned ${D.game}`;
/** @param {boolean} on */
const turned = (on) => {
  turn(on);
  $("flip").setAttribute("aria-pressed", String(on));
  look();
};
/** The board lies as its reader sits, or as the reader has turned it. */
const lie = () => {
  const on = !D.board.own && facing() !== (kept(TURNED) !== null);
  if (on !== isTurned()) turned(on);
};
each(lie);
export const relaid = () => {
  lie();
  put(now(), true);
  go(mode);
  rules(true);
};
$("flip").onclick = () => {
  keep(TURNED, isTurned() === facing() ? "1" : null);
  relaid();
  tell(word("flipped"));
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = (/** @type {boolean} */ on) => (document.documentElement.dataset.theme = on ? "dark" : "light");
const shade = () => theme(kept("dark") === null ? dark.matches : kept("dark") === "1");
shade();
dark.onchange = shade;
/** A line of the menu. @param {string} id @param {() => void} onclick */
const item = (id, onclick) => el("button", { id, type: "button", className: "item", onclick }, sign(SIGNS[/** @type {"moon"} */ (id === "theme" ? "moon" : id)]), word(id));
/** One that is on or off, and stays so in this browser. @param {string} id @param {() => void} [then] */
export const flick = (id, then = knock) => {
  const made = item(id, () => {
    keep(id, kept(id) ? null : "1");
    made.setAttribute("aria-checked", String(Boolean(kept(id))));
    then();
  });
  made.setAttribute("role", "switch");
  made.setAttribute("aria-checked", String(Boolean(kept(id))));
  return made;
};
$("items").append(item("theme", () => {
  const on = document.documentElement.dataset.theme !== "dark";
  theme(on);
  keep("dark", on ? "1" : "0");
}), flick("sound"), ...("vibrate" in navigator ? [flick("buzz")] : []));
$("menu").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && (($("menu").open = false), $("menu").firstElementChild.focus()));
document.addEventListener("click", (e) => $("menu").contains(/** @type {Node} */ (e.target)) || ($("menu").open = false));

$("tabs").hidden = $("menu").hidden = false;
$("flip").hidden = D.board.own;
board.setAttribute("role", "group");
phone.onchange = () => {
  look();
  go(mode);
};
look();
composing(go);
put(now(), true);

/** A link may name a mode, or a turn: #replay, #t=7, #turn-7. */
const follow = () => {
  const wanted = location.hash.slice(1), found = /^(?:t=|turn-)(\d+)$/.exec(wanted);
  if (found) toTurn(+found[1]);
  go(found ? "replay" : MODES.includes(wanted) ? wanted : "move");
};
addEventListener("hashchange", follow);
if (phone.matches) $("position").open = $("since").open = false;
follow();
$("watch")?.addEventListener("click", () => playFrom(first[Math.min(1, first.length - 1)]));
// A position that comes later is played; so is the first one, for who has not asked for a part of the page.
let begun = false;
each(() => {
  if (begun || (mode === "move" && !document.body.hasAttribute("data-curtain"))) begun ? go("move") : 0, play();
  begun = true;
});
document.documentElement.dataset.ready = performance.now().toFixed(0);
