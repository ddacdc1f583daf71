/** Step, play and scrub through the match. */
import { $, D, each, el, word, tell, die, sign } from "./dom.js";
import { put, walk, trail, last, mover, layers, changed } from "./board.js";

/** Every moment of the match with the position after it. @type {any[]} */
export const frames = [];
/** The first frame of each turn. @type {number[]} */
export const first = [];
export const now = () => frames[frames.length - 1].position;
let at = 0, shown = -1, timer = 0;

each(() => {
  const old = frames.length;
  let position = {};
  frames.length = first.length = 0;
  D.turns.forEach((turn, n) => {
    first.push(frames.length);
    for (const frame of turn.frames) {
      const before = position;
      position = changed(position, frame.at ?? []);
      frames.push({ ...frame, ways: frame.ways?.map((way) => way.split(" ")), n, seat: turn.seat, position, before });
    }
  });
  if (!old) shown = frames.length - 1;
  at = frames.length - 1;
  $("slide").max = String(D.turns.length - 1);
  $("sincelist").replaceChildren(...D.since.map((text) => el("li", {}, text)));
  $("since").hidden = !D.since.length;
});

/** @param {number} n */
const title = (n) => {
  const turn = D.turns[n];
  if (!n || !turn.turn) return word("before");
  return turn.seat === undefined ? word("turn", { turn: turn.turn }) : word("turn-of", { turn: turn.turn, player: D.seats[turn.seat] });
};

const stop = () => {
  clearTimeout(timer);
  timer = 0;
  $("play").replaceChildren(sign("", "M7 4l13 8-13 8z"));
  $("play").setAttribute("aria-label", word("play"));
};

/** The layers of a drawing of the game's own follow frame by frame. @param {number} to */
export const layered = (to) => {
  for (; shown < to; shown++) layers(frames[shown + 1].on ?? [], frames[shown + 1].off ?? []);
  for (; shown > to; shown--) layers(frames[shown].off ?? [], frames[shown].on ?? []);
};

/** @param {number[]} numbers */
export const position = (numbers) => $("words").replaceChildren(...numbers.map((n) => el("li", {}, D.lines[n])));

/** Show the last moment: the position now. @param {boolean} [quick] */
export const present = (quick = false) => {
  put(now(), quick);
  layered(frames.length - 1);
  position(D.turns[D.turns.length - 1].words);
};

/** What happened in a frame, in words. @param {any} frame @returns {string} */
export const told = (frame) => (frame.note ? word("wrote", { player: frame.from, to: frame.to, text: frame.note }) : frame.say ?? "");

/** @param {any} frame @param {() => void} onclick */
const entry = (frame, onclick) => {
  const button = el("button", { type: "button", className: frame.note ? "note" : "", onclick });
  button.textContent = told(frame) || word("nothing");
  if (frame.dice) button.append(el("span", { className: "minis" }, ...frame.dice.map((/** @type {string} */ name) => die(name, "mini"))));
  return el("li", {}, button);
};

/** The pieces of a frame go their ways. @param {any} frame */
export const walked = (frame) => {
  for (const way of frame.ways ?? []) {
    const number = mover(frame, way);
    if (number !== undefined) walk(number, way);
  }
};

/** @param {number} to @param {boolean} [quiet] */
const show = (to, quiet = false) => {
  const old = at;
  at = Math.max(0, Math.min(frames.length - 1, to));
  const frame = frames[at], turn = D.turns[frame.n], base = first[frame.n];
  put(frame.position, Math.abs(at - old) > 3);
  layered(at);
  if (at === old + 1) walked(frame);
  trail([]);
  last([frame]);
  position(turn.words);
  $("slide").value = frame.n;
  $("slide").setAttribute("aria-valuetext", title(frame.n));
  $("lead").textContent = title(frame.n);
  $("sub").textContent = told(frame);
  if ($("events").dataset.turn !== String(frame.n)) {
    $("events").dataset.turn = frame.n;
    $("events").replaceChildren(...turn.frames.map((one, k) => entry(one, () => { stop(); show(base + k); })));
  }
  [...$("events").children].forEach((item, k) => {
    item.firstChild.classList.toggle("on", base + k === at);
    base + k === at ? item.firstChild.setAttribute("aria-current", "step") : item.firstChild.removeAttribute("aria-current");
  });
  $("events").scrollTop = $("events").children[at - base].offsetTop - 60;
  $("back").classList.toggle("none", !at);
  $("on").classList.toggle("none", at === frames.length - 1);
  if (!quiet) tell([frame.n === frames[old]?.n ? "" : `${title(frame.n)}.`, told(frame)].filter(Boolean).join(" "));
};

const run = () => {
  if (at >= frames.length - 1) return stop();
  show(at + 1, true);
  timer = window.setTimeout(run, frames[at].dice ? 1300 : 1050);
};
const play = () => {
  if (timer) return stop();
  if (at >= frames.length - 1) show(0, true);
  $("play").replaceChildren(sign("", "M6 4h4.5v16H6zM13.5 4H18v16h-4.5z"));
  $("play").setAttribute("aria-label", word("pause"));
  timer = window.setTimeout(run, 500);
};

/** Go to a turn by its number, as links name it. @param {number} turn */
export const toTurn = (turn) => {
  const n = D.turns.findIndex((one, i) => i && one.turn >= turn);
  at = first[turn < 1 ? 0 : n < 0 ? D.turns.length - 1 : n];
};
/** Play from a frame on. @param {number} from */
export const playFrom = (from) => {
  show(from, true);
  if (!timer) play();
};
export const replaying = () => show(at, true);
export const halt = stop;

$("slide").oninput = () => { stop(); show(first[+$("slide").value]); };
$("back").onclick = () => { stop(); show(at - 1); };
$("on").onclick = () => { stop(); show(at + 1); };
$("play").onclick = play;
