/** An order tapped together: what may be tapped next is lit, and nothing else can be tapped. Knows no game. */
import { $, D, el, word, tell, called, die } from "./dom.js";
import { begin, tap, undo, question } from "./choices.js";
import { board, PLACES, put, trail, light, nearest, beside, way, look, changed } from "./board.js";
import { now } from "./replay.js";
import { letter, written } from "./letter.js";
import { slots } from "./slots.js";

/** The order for now, the answers that wait, and replies to what another may play: all in one file. */
const CALLED = { choice: "to-choice", standing: "to-standing", replies: "to-replies", ahead: "to-ahead" };
const KINDS = /** @type {(keyof typeof CALLED)[]} */ (Object.keys(CALLED)).filter((kind) => D[kind]);
const tappable = KINDS.length > 0;
/** @param {string} kind */
const declared = (kind) => {
  const one = D[/** @type {"choice"} */ (kind)];
  return one.of?.at(-1) === "ahead" ? { ...one, of: [...one.of.slice(0, -1), D.ahead] } : one;
};
/** @param {string} kind */
const fresh = (kind) => begin(declared(kind), D.grounds);
/** @type {Record<string, any>} */
const orders = Object.fromEntries(KINDS.map((kind) => [kind, fresh(kind)]));
/** Replies that are whole, while one more is tapped. @type {any[]} */
const replies = [];
const NONE = { taps: [], next: [], text: "", ask: null }, REPLY = "reply";
/** Orders ahead are for who asks for them: a page does not begin with them. */
let which = ["replies", "ahead"].includes(KINDS[0]) ? "" : KINDS[0], active = false;

/** The pieces of the reader, or of all others. @param {boolean} mine */
const pieces = (mine) => D.pieces.flatMap((/** @type {any[]} */ [, owner], /** @type {number} */ n) => (owner !== null && (owner === D.you) === mine && now[n] ? [n] : []));
/** The only piece of a side. @param {boolean} mine */
const alone = (mine) => (pieces(mine).length === 1 ? pieces(mine)[0] : -1);
const order = () => orders[which] ?? NONE;
const onBoard = (/** @type {any} */ one) => ["place", "piece"].includes(one.kind) && PLACES[one.text];
const taps = () => order().taps;
/** The taps of who is to move in what is tapped together: of the other, then of the reader. */
const lately = () => taps().slice(taps().findLastIndex((/** @type {any} */ one) => one.text === REPLY) + 1);
const mine = () => which !== "replies" || lately().length < taps().length;

/** The corners of a way over the board, before its last place. @param {any} one */
const corners = (one) => (one.kind === "direction" ? one.text.split("-").filter((/** @type {string} */ place) => PLACES[place]) : []);

/** The pieces as the order would move them, and the ways that they go: where it may go several, all of those. */
const preview = () => {
  let position = now, moving = -1;
  const ways = /** @type {string[][]} */ ([]);
  const starts = (/** @type {boolean} */ own, /** @type {any} */ first) => {
    moving = first?.kind === "place" ? alone(own) : -1;
    if (moving >= 0) ways.push([position[moving].place]);
  };
  starts(which !== "replies", taps()[0]);
  for (const [n, one] of taps().entries()) {
    if (one.text === REPLY) starts(true, taps()[n + 1]);
    if (!onBoard(one)) continue;
    const here = Object.keys(position).map(Number).filter((n) => position[n].place === one.text);
    if (one.kind === "piece") {
      moving = here[here.length - 1] ?? -1;
      ways.push([one.text]);
    } else {
      if (!ways.length) ways.push([]);
      ways[ways.length - 1].push(one.text);
      if (moving >= 0) position = changed(position, [[moving, one.text]]);
    }
  }
  const last = ways.at(-1), turns = [...taps(), ...(order()?.next ?? [])].map(corners).filter((one) => one.length);
  if (last && turns.length) ways.splice(-1, 1, ...turns.map((one) => [...last.slice(0, -1), ...one, ...last.slice(-1)]));
  return { position, ways };
};
export const head = () => [...lately()].reverse().find(onBoard)?.text ?? now[alone(mine())]?.place;

/** Whose piece is meant, if it is not the reader's. @param {any} one @returns {string|undefined} */
const theirs = (one) => {
  const owner = one.kind === "piece" ? D.pieces.findLast(([, whose], n) => now[n]?.place === one.text && whose !== null)?.[1] : null;
  return typeof owner === "number" && owner !== D.you ? D.seats[owner] : undefined;
};

/** What a tap is called on a button, and what stands below it. @param {any} one @returns {[string, string]} */
const label = (one) => {
  const given = D.labels?.[one.text];
  if (given && one.kind !== "place" && one.kind !== "piece") return [given, ""];
  if (onBoard(one)) {
    const key = one.kind === "place" ? way(head(), one.text) : "";
    return [called(one.text), key ? word(`way-${key}`) : theirs(one) ?? ""];
  }
  return [one.text, ""];
};
const aloud = (/** @type {any} */ one) => label(one).filter(Boolean).join(", ");

/** @param {any} one @param {string} [focus] */
const take = (one, focus) => {
  const start = performance.now(), then = tap(order(), one.text);
  if (!then) return;
  const said = aloud(one), [lone, ...others] = then.next;
  orders[which] = lone?.text === REPLY && !others.length ? Object.freeze({ .../** @type {any} */ (tap(then, REPLY)), before: order() }) : then;
  draw(focus);
  document.documentElement.dataset.tapms = (performance.now() - start).toFixed(1);
  const next = order().next;
  tell(`${said}. ${next.length ? `${$("ask").textContent} ${next.slice(0, 12).map(aloud).join("; ")}` : word("whole")}`);
};
const back = () => {
  if (!taps().length && !(which === "replies" && replies.length)) return;
  orders[which] = taps().length ? undo(order()) : replies.pop();
  draw();
  tell(taps().length ? aloud(taps()[taps().length - 1]) : word("empty"));
};
const clear = () => {
  if (!which) return;
  if (which === "replies") replies.length = 0;
  begun();
  draw();
  tell(word("empty"));
};

/** The same taps with one at another place, if they are an order so. @param {number} from @param {number} to */
const moved = (from, to) => {
  const texts = taps().map((/** @type {any} */ one) => one.text);
  texts.splice(to, 0, ...texts.splice(from, 1));
  const made = retaken(texts);
  if (made) orders[which] = made;
  draw();
  const said = made ? taps().map(aloud).join("; ") : word("slot-not", { tap: label(taps()[from])[0] });
  if (!made) $("ask").textContent = said, $("ask").hidden = false;
  tell(said);
  return Boolean(made);
};
/** The order of those taps; null where they are none. @param {string[]} texts */
const retaken = (texts) => {
  /** @type {any} */
  let made = fresh(which);
  // A direction that is the only one has been taken along.
  for (const [n, text] of texts.entries()) if (made && made.taps.length <= n) made = tap(made, text);
  return made?.taps.every((/** @type {any} */ one, /** @type {number} */ n) => one.text === texts[n]) ? made : null;
};

const begun = () => (orders[which] = fresh(which));
/** The replies, one for each thing that another may play: the latest. */
const waiting = () => [...new Map([...replies, orders.replies].filter((one) => one?.text).map((one) => [one.text.split("\n")[0], one.text])).values()];

/** A number is chosen with a stepper. @param {any} one */
const stepper = (one) => {
  const input = el("input", { type: "number", min: one.from, max: one.to, value: one.from, inputMode: "numeric", "aria-label": $("ask").textContent || one.text });
  const step = (/** @type {number} */ by) => (input.value = String(Math.max(one.from, Math.min(one.to, (+input.value || one.from) + by))));
  const give = () => {
    const value = Math.round(+input.value);
    if (value >= one.from && value <= one.to) take({ ...one, text: String(value) }, "next");
  };
  input.onkeydown = (/** @type {KeyboardEvent} */ e) => e.key === "Enter" && give();
  return el("span", { className: "stepper" },
    el("button", { type: "button", className: "btn", "aria-label": word("less"), onclick: () => step(-1) }, "−"), input,
    el("button", { type: "button", className: "btn", "aria-label": word("greater"), onclick: () => step(1) }, "+"),
    el("button", { type: "button", className: "chip", "data-number": "", onclick: give }, word("take")));
};

/** @param {any} one */
const chip = (one) => {
  if (one.kind === "number") return stepper(one);
  const [name, under] = label(one);
  const number = one.kind === "die" ? parseInt(one.text, 10) : 0, face = number && D.roll[number - 1];
  return el("button", { type: "button", className: `chip ${one.kind}`, "data-tap": one.text, onclick: () => take(one, "next") },
    ...(face ? [die(face, "chip-die")] : []), el("span", {}, name), ...(under ? [el("small", {}, under)] : []));
};

/** @param {string} [focus] */
const draw = (focus) => {
  if (!tappable) return written("", "");
  const { position, ways } = preview(), next = order().next, text = order().text;
  const lit = active ? [...new Set(next.filter(onBoard).map((/** @type {any} */ one) => one.text))] : [];
  const then = text && !next.length ? D.foreseen?.[head() ?? ""] : undefined;
  put(position);
  trail(ways.filter((one) => one.length), ways.length === 1 && ways[0].length > 2 ? ways[0].slice(1, -1) : [], then?.marks, then?.ways);
  $("then").hidden = !then;
  $("then-list").replaceChildren(...(then?.say ?? []).map((/** @type {string} */ one) => el("li", {}, one)));
  const meant = new Map(next.filter((/** @type {any} */ one) => one.kind === "piece").map((/** @type {any} */ one) => [one.text, theirs(one)]));
  light(/** @type {string[]} */ (lit), (place) => aloud(next.find((/** @type {any} */ one) => one.text === place)), meant);
  const asked = order().ask ? question(D, order().ask, D.board.names) : "";
  $("ask").textContent = next.length ? asked : text ? word("whole") : "";
  $("ask").hidden = !$("ask").textContent;
  $("next").replaceChildren(...[...next].sort((a, b) => +!theirs(a) - +!theirs(b)).map(chip));
  $("next").classList.toggle("words", !next.some((/** @type {any} */ one) => ["piece", "place", "number"].includes(one.kind)));
  $("next").hidden = !next.length;
  slots(taps(), (one) => label(one)[0], Boolean(next.length) && !text, moved);
  $("order").hidden = !taps().length && !(which === "replies" && replies.length);
  $("one-more").hidden = which !== "replies" || !text || Boolean(next.length);
  $("whole").hidden = !(text && next.length);
  document.body.classList.toggle("done", Boolean(text) && !next.length);
  // A file names one turn: what is for a later one goes by itself.
  if (which === "ahead") written("", text, D.later);
  else written(["choice", "standing"].map((key) => orders[key]?.text ?? "").filter(Boolean).join("\n"), waiting().join("\n"));
  if (active) look(head());
  if (!focus) return;
  const on = focus === "board" && $("lit").querySelector(".lt");
  (on || ($("next").querySelector("button") ?? $($("mail").disabled && D.link ? "link" : "mail"))).focus({ preventScroll: true });
};

/** @param {string} text */
const find = (text) => order().next.find((/** @type {any} */ one) => one.text === text && onBoard(one));

/** @param {boolean} on */
export const compose = (on) => {
  active = on;
  if ("you" in D) draw();
  if (!on) light([], () => "");
};

/** Wire it up, once. @param {(mode: string) => void} _go */
export const composing = (_go) => {
  if (!("you" in D)) return;
  $("roll").append(...(D.board.own ? [] : D.roll).map((/** @type {string} */ name) => die(name)));
  $("whole").textContent = word("may-end");
  letter();
  if (!tappable) return;
  const other = () => KINDS[(KINDS.indexOf(/** @type {"choice"} */ (which)) + 1) % KINDS.length];
  const anew = () => {
    draw("next");
    scrollTo({ top: 0 });
  };
  const toggle = el("button", { type: "button", className: "btn switch", id: "other", hidden: other() === which, onclick: () => {
    which = other();
    toggle.textContent = word(CALLED[other()]);
    toggle.hidden = other() === which;
    anew();
  } }, word(CALLED[other()]));
  const more = el("button", { type: "button", className: "btn switch", id: "one-more", hidden: true, onclick: () => {
    replies.push(order());
    begun();
    anew();
  } }, word("one-more"));
  $("letter").after(more, toggle);
  $("undo").onclick = back;
  $("clear").onclick = clear;
  /** A way that is drawn: where the finger came down, and the lit place there; from the piece itself there is none. */
  let from = /** @type {{x: number, y: number, place: string}|null} */ (null), dragged = false;
  board.addEventListener("pointerdown", (/** @type {any} */ e) => {
    dragged = false;
    const at = active && e.isPrimary ? nearest(e) : null, begins = at && at.any[1] === head() && at.any[0] < 24;
    from = at && (begins || (at.lit && at.near < 24)) ? { x: e.clientX, y: e.clientY, place: begins ? "" : at.lit } : null;
  });
  // A finger that draws does not scroll; two of them still look closer.
  board.addEventListener("touchmove", (/** @type {any} */ e) => from && e.touches.length === 1 && e.cancelable && e.preventDefault(), { passive: false });
  board.addEventListener("pointermove", (/** @type {any} */ e) => {
    if (!active) return;
    const at = nearest(e);
    if (e.pointerType !== "touch") for (const one of $("lit").children) one.classList.toggle("near", at.lit === one.dataset.tap);
    if (!from || Math.hypot(e.clientX - from.x, e.clientY - from.y) < 14) return;
    if (!dragged) {
      dragged = true;
      board.setPointerCapture(e.pointerId);
      const first = from.place && find(from.place);
      if (first) take(first);
    }
    const reach = 0.42 * D.board.pitch * at.unit, one = at.lit && at.near < reach && find(at.lit);
    if (one) take(one);
    else if (at.any[0] < reach && taps().length > 1 && at.any[1] === taps()[taps().length - 2].text) back();
  });
  for (const name of ["pointerup", "pointercancel"]) board.addEventListener(name, () => (from = null));
  board.addEventListener("click", (/** @type {any} */ e) => {
    if (!active || dragged) return;
    const at = nearest(e), one = at.lit && find(at.lit);
    if (taps().length && at.any[1] === head() && at.any[0] < 0.45 * D.board.pitch * at.unit && at.lit !== at.any[1]) return back();
    if (one) return take(one, e.detail === 0 ? "board" : undefined);
    if (at.any[0] < 30 && order().next.length) {
      $("ask").textContent = word("not-next", { place: called(at.any[1]) });
      tell($("ask").textContent);
    }
  });
  $("lit").addEventListener("keydown", (/** @type {any} */ e) => {
    const here = e.target.closest(".lt")?.dataset.tap;
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[/** @type {"ArrowLeft"} */ (e.key)];
    if (!here) return;
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      take(find(here), "board");
    } else if (to) {
      e.preventDefault();
      const then = beside(here, to);
      [...$("lit").children].find((one) => one.dataset.tap === then)?.focus();
    }
  });
  addEventListener("keydown", (e) => {
    if (!active || /** @type {any} */ (e.target).matches("input, textarea, select")) return;
    if (e.key === "Backspace") {
      e.preventDefault();
      back();
      ($("lit").querySelector(".lt") ?? $("next").querySelector("button"))?.focus();
    } else if (e.key === "Escape") clear();
  });
};
