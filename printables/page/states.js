/** What a page says in each of its states: at its head, in the strips of the players, and below the board. */
import { $, D, each, el, sv, sign, word, called, die, button, still, tell, knock, SIGNS } from "./dom.js";
import { PLACES, put, trail, last, light, mover, came, inside } from "./board.js";
import { frames, first, now, told, walked, layered, present } from "./replay.js";
import { shared, wishAgain } from "./letter.js";

/** What may be done when all is over; the table at home has ways of its own. @type {{again: (() => void)|null, more: (() => any[])|null}} */
export const doing = { again: null, more: null };
/** Whether what has happened is being played. */
export const playing = { timer: 0 };

/** Whether anything is to be seen of a frame. @param {any} frame */
const moves = (frame) => frame.ways || frame.on || came(frame);
/** The piece that a way belongs to, or that was put on the board, is a player's; or the player has drawn. @param {any} frame */
const deed = (frame) => came(frame) || (D.board.own && frame.on) || (frame.ways ?? []).some((/** @type {string[]} */ way) => {
  const moved = mover(frame, way);
  return moved === undefined || D.pieces[moved][1] !== null;
});
/** The first frame after the reader's last move; of that move itself, where nothing followed or another has yet to move. */
const since = () => {
  const mine = D.turns.findLastIndex((turn) => turn.seat === D.you), moved = (/** @type {number} */ from) => frames.slice(from).some(moves);
  let turn = "you" in D && mine > 0 ? mine : D.turns.length - 1;
  while (turn > 1 && !moved(first[turn])) turn--; // who gave up has moved nothing
  let from = first[turn];
  if (turn !== mine || D.state === "theirs" || D.state === "before") return from;
  while (from < (first[mine + 1] ?? frames.length) - 1 && (deed(frames[from]) || frames[from].dice)) from++;
  return moved(from) ? from : first[turn];
};
const marked = () => frames.slice(since());
const LINES = 90; // letters, on a small phone
/** What has happened, in two lines: of what players did, the last sentence; else two of them, if they are short. Of the
 *  reader, where others are to move; at the end below the scores. */
const news = () => {
  if (["out", "before", "held", "waits"].includes(D.state)) return D.sub;
  // A roll that lies on the table need not be told as well, nor the end that stands above.
  const said = marked().filter((frame) => frame.say && !(frame.dice && D.roll.length) && !(D.state === "over" && frame === frames[frames.length - 1])), all = said.filter(deed), own = D.turns[D.turns.length - 1].frames;
  const mine = D.state === "theirs" ? all.filter((frame) => frame.seat === D.you) : [], deeds = mine.length ? mine : all;
  const late = said.slice(-2).map(told).join(" "), few = deeds.length || late.length > LINES ? 1 : 2;
  const last = (deeds.length ? deeds : said).slice(-few).map(told).join(" ");
  if (D.state === "over") return [D.sub, last].filter(Boolean).join(" ");
  return (mine.length ? word("own-last", { say: last }) : last) || (D.turns.length < 2 ? own.map((one) => one.say ?? "").filter(Boolean).slice(-1).join("") : "") || D.sub;
};
const again = el("button", { type: "button", className: "again", id: "again", onclick: () => play(true) }, sign(SIGNS.again), word("again"));
export const heading = () => {
  $("lead").textContent = D.lead;
  $("sub").classList.remove("live");
  $("sub").replaceChildren(news(), ...(frames.length > 1 && marked().some(moves) ? [" ", again] : []));
};

/** The last move stays on the board until another follows. */
export const marks = () => last(marked());

/** A piece as a picture. @param {string} kind @param {string} [more] */
const face = (kind, more = "") => sv("svg", { viewBox: "-1.05 -1.05 2.1 2.1", class: `face ${more}`, "aria-hidden": "true" }, sv("use", { href: `#${D.kinds[kind][0]}` }));
/** How a seat stands, in words. @param {number} seat @param {any} position */
const standing = (seat, position) => {
  if (D.out.includes(seat)) return word("seat-out");
  const own = D.pieces.flatMap(([kind, owner], n) => (owner === seat && position[n] ? [[kind, position[n].place]] : []));
  if (own.length === 1) return word("seat-on", { place: called(own[0][1]) });
  const kinds = new Set(own.map(([kind]) => kind));
  if (kinds.size === 1) return word("seat-has", { count: own.length, pieces: D.kinds[own[0][0]][2] });
  return own.length ? "" : !D.board.own ? word("seat-none") : D.acting.includes(seat) ? word("seat-moves") : "";
};
/** The pieces of a seat that it has lost, or that lie beside what is seen of the board. @param {number} seat @param {any} position */
const lost = (seat, position) => D.pieces.flatMap(([, owner], n) => (owner === seat && (position[n] ? !inside(position[n].place) && PLACES[position[n].place] : true) ? [n] : []));

/** @param {number} seat @param {any} position @param {number} spent dice that taps have used @param {string} say @param {number[]} gone */
const strip = (seat, position, spent, say, gone) => {
  const kind = D.sides?.[seat], start = Object.assign({}, ...marked().map((frame) => frame.before));
  const crown = D.won.includes(seat) ? [el("i", { className: "crown", role: "img", "aria-label": word("seat-won") })] : [];
  const kids = [el("div", { className: "who" }, el("b", {}, D.seats[seat], ...crown), el("span", {}, say))];
  if (kind) kids.unshift(face(kind));
  if (gone.length) {
    const shown = gone.length > 6 ? gone.slice(0, 1) : gone;
    kids.push(el("div", { className: `tray${gone.length > 3 ? " tight" : ""}`, role: "img", "aria-label": word("lost", { count: gone.length, pieces: D.kinds[D.pieces[gone[0]][0]][gone.length > 1 ? 2 : 1] }) },
      ...shown.map((n) => face(D.pieces[n][0], start[n] && !position[n] ? "fresh" : "")), ...(gone.length > 6 ? [el("b", {}, `× ${gone.length}`)] : [])));
  }
  if (thrown(seat).length && !D.board.own) kids.push(rolled(seat, spent));
  return kids;
};
/** The dice that lie on the table and are a seat's: where each has dice of its own, those, else all that who moves has rolled. @param {number} seat */
const thrown = (seat) => D.roll.filter((_, n) => (D.whose ? D.whose[n] : D.acting[0]) === seat);
/** Those as a picture. @param {number} seat @param {number} spent */
const rolled = (seat, spent) => worn(el("div", { className: "dice", role: "group", "aria-label": word("roll-of", { player: D.seats[seat] }) }, ...thrown(seat).map((name) => die(name))), spent);
/** Dice that are used look so. @param {any} dice @param {number} spent */
const worn = (dice, spent) => {
  [...dice.children].forEach((/** @type {any} */ one, n, all) => one.classList.toggle("spent", D.roll[n] === D.roll[0] && all.length > 2 && spent-- > 0));
  return dice;
};
/** What each strip shows, so that it is drawn where that has changed. @type {Record<string, string>} */
let drawn = {};
/** The strips of the players: the reader's below the board, the others' above it. @param {any} position @param {number} [spent] @param {string} [said] of the reader */
export const strips = (position, spent = 0, said = "") => {
  const mine = D.you ?? 0, others = D.seats.flatMap((_, seat) => (seat === mine ? [] : [seat]));
  for (const [id, seat] of /** @type {[string, number|undefined][]} */ ([["me", mine], ["them", others[0]]])) {
    const there = $(id), own = id === "me";
    there.hidden = seat === undefined || (D.board.own && D.seats.length < 2);
    if (seat === undefined) continue;
    const say = (own && said) || standing(seat, position), gone = lost(seat, position), key = `${gone}`;
    if (drawn[id] === key) {
      const said = there.querySelector(".who span"), dice = there.querySelector(".dice");
      if (said.textContent !== say) said.textContent = say;
      if (own && dice) worn(dice, spent);
      continue;
    }
    drawn[id] = key;
    there.className = `strip${D.acting.includes(seat) ? " turn" : ""}${D.out.includes(seat) ? " out" : ""}${D.won.includes(seat) ? " won" : ""}`;
    there.replaceChildren(...strip(seat, position, own ? spent : 0, say, gone), ...(!own && others.length > 1 ? [el("span", { className: "rest-of" }, others.slice(1).map((other) => D.seats[other]).join(", "))] : []));
  }
};

/** Stop what is being played. */
export const hush = () => {
  clearTimeout(playing.timer);
  playing.timer = 0;
  $("pill")?.remove();
};
/** What is drawn when it has been played. @type {{draw: () => void}} */
export const after = { draw: () => {} };
/** Play what has happened since the reader's last move, sentence by sentence; by itself not for who wants no motion. @param {boolean} [asked] */
export const play = (asked = false) => {
  hush();
  const list = marked().filter((frame) => frame.ways || frame.at || frame.on || frame.dice), pace = Math.max(380, Math.min(950, 4500 / list.length));
  const end = () => {
    hush();
    present();
    marks();
    heading();
    after.draw();
  };
  if ((!asked && still.matches) || !list.some(moves) || frames.length < 2) return end();
  const bar = el("i");
  $("frame").append(el("button", { type: "button", className: "pill", id: "pill", onclick: end }, word(D.state === "over" ? "how-ended" : "you" in D ? "since" : "lately"), bar));
  trail([]);
  last([]);
  light([], () => "");
  put(list[0].before, true);
  layered(Math.max(0, frames.indexOf(list[0]) - 1));
  let number = 0;
  const step = () => {
    if (number >= list.length) return end();
    const frame = list[number++];
    put(frame.position);
    layered(frames.indexOf(frame));
    walked(frame);
    last(list.slice(0, number));
    $("sub").classList.add("live");
    $("sub").textContent = told(frame);
    bar.dataset.at = String(Math.round((8 * number) / list.length));
    if (frame.ways) knock(0.5);
    playing.timer = window.setTimeout(step, still.matches ? 900 : pace);
  };
  playing.timer = window.setTimeout(step, 420);
};

/** What stands below the board where nothing is to be tapped: what is awaited, or what may be done now. @param {(mode: string) => void} go */
export const rest = (go) => {
  const over = D.state === "over", say = D.state === "theirs" || D.state === "watch" ? D.sub : "";
  $("say-state").textContent = say;
  $("say-state").hidden = !say;
  const play = doing.again ?? (D.address && "you" in D ? wishAgain : null), watch = button("watch", "watch", word("watch"), () => go("replay"), play ? "" : "main");
  if (!over) return D.state === "out" ? [watch] : [];
  const result = [`${D.title}: ${D.lead}.`, D.sub].filter(Boolean).join(" ");
  return [...(play ? [button("play-again", "again", word("play-again"), play, "main")] : []), watch, ...(doing.more ? doing.more() : [button("share", "share", word("share"), () => shared(result))])];
};

each(() => {
  drawn = {};
  $("beside").replaceChildren(...D.beside.map((text) => el("li", {}, text)));
  $("beside").hidden = !D.beside.length;
  tell([...new Set([`${D.lead}.`, news(), D.sub])].filter(Boolean).join(" "));
});
