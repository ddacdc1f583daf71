/** Step, play and scrub through the match. */
import { $, D, el, word, tell, die, sign } from "./dom.js";
import { put, walk, trail, layers, changed } from "./board.js";

/** Every moment of the match with the position after it. @type {any[]} */
export const frames = [];
/** The first frame of each turn. @type {number[]} */
export const first = [];
{
  let position = {};
  D.turns.forEach((turn, n) => {
    first.push(frames.length);
    for (const frame of turn.frames) {
      const before = position;
      position = changed(position, frame.at ?? []);
      frames.push({ ...frame, ways: frame.ways?.map((way) => way.split(" ")), n, position, before });
    }
  });
}
export const now = frames[frames.length - 1].position;

let at = frames.length - 1, shown = at, timer = 0;

/** @param {number} n */
export const title = (n) => {
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
const layered = (to) => {
  for (; shown < to; shown++) layers(frames[shown + 1].on ?? [], frames[shown + 1].off ?? []);
  for (; shown > to; shown--) layers(frames[shown].off ?? [], frames[shown].on ?? []);
};

/** @param {number[]} numbers */
export const position = (numbers) => $("words").replaceChildren(...numbers.map((n) => el("li", {}, D.lines[n])));

/** Show the last moment: the position now. */
export const present = () => {
  put(now);
  layered(frames.length - 1);
  position(D.turns[D.turns.length - 1].words);
};

/** @param {any} frame @param {() => void} onclick */
const entry = (frame, onclick) => {
  const button = el("button", { type: "button", className: frame.note ? "note" : "", onclick });
  button.textContent = frame.note ? word("wrote", { player: frame.from, to: frame.to, text: frame.note }) : frame.say ?? word("nothing");
  if (frame.dice) button.append(el("span", { className: "minis" }, ...frame.dice.map((/** @type {string} */ name) => die(name, "mini"))));
  return el("li", {}, button);
};

/** @param {number} to @param {boolean} [quiet] */
export const show = (to, quiet = false) => {
  const old = at;
  at = Math.max(0, Math.min(frames.length - 1, to));
  const frame = frames[at], turn = D.turns[frame.n], base = first[frame.n];
  put(frame.position, Math.abs(at - old) > 3);
  layered(at);
  if (frame.ways && at === old + 1) {
    for (const way of frame.ways) {
      const moved = Object.keys(frame.position).find((n) => frame.position[n].place === way[way.length - 1] && frame.before[n]?.place === way[0]);
      if (moved !== undefined) walk(+moved, way);
    }
  }
  trail(frame.ways ?? [], [], frame.marks ?? []);
  position(turn.words);
  $("slide").value = frame.n;
  $("slide").setAttribute("aria-valuetext", title(frame.n));
  $("lead").textContent = title(frame.n);
  $("sub").textContent = turn.order ?? "";
  if ($("events").dataset.turn !== String(frame.n)) {
    $("events").dataset.turn = frame.n;
    $("events").replaceChildren(...turn.frames.map((one, k) => entry(one, () => { stop(); show(base + k); })));
  }
  [...$("events").children].forEach((item, k) => {
    item.firstChild.classList.toggle("on", base + k === at);
    base + k === at ? item.firstChild.setAttribute("aria-current", "step") : item.firstChild.removeAttribute("aria-current");
  });
  const current = $("events").children[at - base];
  $("events").scrollTop = current.offsetTop - 60;
  $("back").disabled = !at;
  $("on").disabled = at === frames.length - 1;
  if (!quiet) tell([frame.n === frames[old].n ? "" : title(frame.n), frame.say ?? frame.note ?? ""].filter(Boolean).join(". "));
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
/** Play what has happened since the reader's last move. */
export const watch = () => {
  let n = D.turns.length - 1;
  while (n > 1 && D.turns[n].seat !== D.you) n--;
  show(first[Math.min(n + 1, D.turns.length - 1)], true);
  if (!timer) play();
};
export const replaying = () => show(at, true);
export const halt = stop;

$("slide").oninput = () => { stop(); show(first[+$("slide").value]); };
$("back").onclick = () => { stop(); show(at - 1); };
$("on").onclick = () => { stop(); show(at + 1); };
$("play").onclick = play;
$("ticks").append(...D.turns.slice(0, 120).map((turn) => el("i", { className: turn.seat === undefined ? "" : `s${turn.seat % 2}` })));
