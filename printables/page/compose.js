/** An order tapped together: what may be tapped next is lit, and nothing else can be tapped. Knows no game. */
import { $, D, each, el, word, tell, called, die, button, phone, knock, fill } from "./dom.js";
import { begin, tap, undo, question } from "./choices.js";
import { board, PLACES, put, carry, trail, light, nearest, beside, way, changed, inside } from "./board.js";
import { now } from "./replay.js";
import { SENDERS, anew, ready, written } from "./letter.js";
import { slots } from "./slots.js";
import { crowded, hide, meant, show } from "./lens.js";
import { after, playing, rest, strips } from "./states.js";

const KINDS = /** @type {const} */ (["choice", "standing", "replies", "ahead"]);
/** What each is called on the button that leads to it. @param {string} kind */
const titled = (kind) => word({ choice: "to-choice", standing: "to-standing", replies: "to-replies", ahead: "to-ahead" }[/** @type {"choice"} */ (kind)]);
/** The order for now, the answers that wait, and replies to what another may play: all in one file. @type {Record<string, any>} */
let orders = {};
/** Replies that are whole, while one more is tapped. @type {any[]} */
let replies = [];
let kinds = /** @type {string[]} */ ([]), which = "", active = false;
const NONE = { taps: [], next: [], text: "", ask: null }, REPLY = "reply";
/** @param {string} kind */
const fresh = (kind) => begin(D[/** @type {"choice"} */ (kind)], D.common);
each(() => {
  kinds = "you" in D ? KINDS.filter((kind) => D[kind]) : [];
  orders = Object.fromEntries(kinds.map((kind) => [kind, fresh(kind)]));
  replies = [];
  // Orders ahead are for who asks for them: a page does not begin with them.
  which = kinds[0] === "choice" ? "choice" : "";
});

/** The pieces of the reader, or of all others. @param {boolean} mine */
const pieces = (mine) => D.pieces.flatMap((/** @type {any[]} */ [, owner], /** @type {number} */ n) => (owner !== null && (owner === D.you) === mine && now()[n] ? [n] : []));
/** The only piece of a side, where steps are asked for, each a place: elsewhere a place is where a piece is put. @param {boolean} mine */
const alone = (mine) => (D.asks?.steps && pieces(mine).length === 1 ? pieces(mine)[0] : -1);
const order = () => orders[which] ?? NONE;
const onBoard = (/** @type {any} */ one) => ["place", "piece"].includes(one.kind) && PLACES[one.text];
const seenThere = (/** @type {any} */ one) => onBoard(one) && inside(one.text);
const taps = () => order().taps;
const COUNTED = new Intl.Collator("en", { numeric: true }); // a2 comes before a10
/** The taps of who is to move in what is tapped together: of the other, then of the reader. */
const lately = () => taps().slice(taps().findLastIndex((/** @type {any} */ one) => one.text === REPLY) + 1);
const mine = () => which !== "replies" || lately().length < taps().length;
/** The corners of a way over the board, before its last place. @param {any} one */
const corners = (one) => (one.kind === "direction" ? one.text.split("-").filter((/** @type {string} */ place) => PLACES[place]) : []);

/** The pieces as the order would move them, and the ways that they go: where it may go several, all of those. */
const preview = () => {
  let position = now(), moving = -1;
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
export const head = () => [...lately()].reverse().find(onBoard)?.text ?? now()[alone(mine())]?.place;

/** Whose piece is meant, if it is not the reader's. @param {any} one @returns {string|undefined} */
const theirs = (one) => {
  const owner = one.kind === "piece" ? D.pieces.findLast(([, whose], n) => now()[n]?.place === one.text && whose !== null)?.[1] : null;
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

/** What the next taps are, as a sentence. */
const offered = () => {
  const next = order().next;
  return next.length ? [$("ask").textContent, next.length > 12 ? "" : `${word("may-tap", { list: next.map(aloud).join(", ") })}`].filter(Boolean).join(" ") : word("whole");
};
/** @param {any} one @param {string} [focus] */
const take = (one, focus) => {
  const start = performance.now(), then = tap(order(), one.text);
  if (!then) return;
  const said = word("taken", { tap: aloud(one) }), [lone, ...others] = then.next;
  orders[which] = lone?.text === REPLY && !others.length ? Object.freeze({ .../** @type {any} */ (tap(then, REPLY)), before: order() }) : then;
  knock();
  draw(focus);
  document.documentElement.dataset.tapms = (performance.now() - start).toFixed(1);
  tell(`${said} ${offered()}`);
};
const back = () => {
  if (!taps().length && !(which === "replies" && replies.length)) return;
  orders[which] = taps().length ? undo(order()) : replies.pop();
  knock(0.7);
  draw();
  tell(`${word("undone")} ${offered()}`);
};
const clear = () => {
  if (!which) return;
  replies = [];
  begun();
  draw();
  tell(offered());
};

/** The same taps with one at another place, if they are an order so. @param {number} from @param {number} to */
const moved = (from, to) => {
  const texts = taps().map((/** @type {any} */ one) => one.text);
  texts.splice(to, 0, ...texts.splice(from, 1));
  const made = retaken(texts);
  if (made) orders[which] = made;
  draw();
  const said = made ? word("taken", { tap: taps().map(aloud).join(", ") }) : word("slot-not", { tap: label(taps()[from])[0] });
  if (!made) ask(said);
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

/** The buttons that have been made, by what stands on them. @type {Map<string, any>} */
const chips = new Map();
each(() => chips.clear());
/** @param {any} one */
const chip = (one) => {
  if (one.kind === "number") return stepper(one);
  const [name, under] = label(one), key = `${one.kind} ${one.text} ${name} ${under}`;
  if (!chips.has(key)) {
    const number = one.kind === "die" ? parseInt(one.text, 10) : 0, face = number && D.roll[number - 1];
    chips.set(key, el("button", { type: "button", className: `chip ${one.kind}`, "data-tap": one.text, onclick: () => take(one, "next") },
      ...(face ? [die(face, "chip-die")] : []), el("span", {}, name), ...(under ? [el("small", {}, under)] : [])));
  }
  chips.get(key).hidden = false;
  return chips.get(key);
};
/** @param {string} text */
const ask = (text) => {
  if ($("ask").textContent !== text) $("ask").textContent = text;
  $("ask").hidden = !text;
};
/** The order in words: the ways gone on the board, then what else was tapped. @param {string[][]} ways */
const deed = (ways) => [...ways.filter((way) => way.length > 1).map((way) => way.map(called).join(" – ")), ...taps().filter((/** @type {any} */ one) => !onBoard(one) && one.text !== REPLY && !corners(one).length).map((/** @type {any} */ one) => label(one)[0])].join(", ") || taps().map((/** @type {any} */ one) => label(one)[0]).join(" ");

const undoing = button("undo", "undo", word("undo"), back);
/** The buttons below the board. @param {any[]} wanted */
const acts = (wanted) => {
  fill($("acts"), wanted);
  $("acts").hidden = !wanted.some((one) => !one.hidden);
};
/** @type {(mode: string) => void} */
let go = () => {};

/** @param {string} [focus] */
const draw = (focus) => {
  if (playing.timer || !active) return;
  if (!which && !("you" in D && ready())) {
    put(now());
    light([], () => "");
    trail([]);
    strips(now());
    if ($("ask")) {
      ask("");
      for (const id of ["next", "lens", "slots", "deed", "then"]) $(id).hidden = true;
    }
    if ("you" in D) written("", waiting().join("\n"));
    else $("hint").hidden = true;
    acts([...rest(go), ...(toggle.hidden ? [] : [toggle])]);
    return;
  }
  const { position, ways } = preview(), next = order().next, text = order().text, whole = Boolean(text) && !next.length;
  const lit = [...new Set(next.filter(seenThere).map((/** @type {any} */ one) => one.text))];
  const then = whole ? D.foreseen?.[head() ?? ""] : undefined;
  put(position);
  trail(ways.filter((one) => one.length), ways.length === 1 && ways[0].length > 2 ? ways[0].slice(1, -1) : [], then?.marks, then?.ways);
  $("then").hidden = !then;
  if (then) $("then-list").replaceChildren(...then.say.map((/** @type {string} */ one) => el("li", {}, one)));
  const meant = new Map(next.filter((/** @type {any} */ one) => one.kind === "piece").map((/** @type {any} */ one) => [one.text, theirs(one)]));
  light(/** @type {string[]} */ (lit), (place) => aloud(next.find((/** @type {any} */ one) => one.text === place)), meant, position);
  strips(position, lately().filter(onBoard).length, whole && D.acts && !D.send ? word("ready") : "");
  const asked = order().ask ? question(D, order().ask, D.board.names) : "";
  ask(next.length ? [asked, text ? word("may-end") : ""].filter(Boolean).join(" ") : "");
  // Places nearer than a finger are shown again, about the piece in a lens, else as buttons.
  const near = lit.length && phone.matches ? crowded([...lit, ...(head() && inside(head()) ? [head()] : [])]) : 0, centred = near && head() && !meant.size && lit.length < 9;
  centred ? show(/** @type {string[]} */ (lit), head(), near, position) : hide();
  $("ask").classList.toggle("short", Boolean(centred));
  const buttons = next.filter((/** @type {any} */ one) => !seenThere(one) || (near && !centred));
  fill($("next"), buttons.sort((/** @type {any} */ a, /** @type {any} */ b) =>
    +!theirs(a) - +!theirs(b) || (seenThere(a) && seenThere(b) ? COUNTED.compare(a.text, b.text) : 0)).map(chip));
  $("next").classList.toggle("words", !buttons.some((/** @type {any} */ one) => ["piece", "place", "number"].includes(one.kind)));
  $("next").hidden = !buttons.length;
  const dice = taps().some((/** @type {any} */ one) => one.kind === "die");
  $("slots").hidden = !dice;
  if (dice) slots(taps(), (one) => label(one)[0], Boolean(next.length) && !text, moved);
  $("deed").hidden = !(text && !dice);
  $("deed").textContent = text && !dice ? deed(ways) : "";
  document.body.classList.toggle("done", whole);
  // A file names one turn: what is for a later one goes by itself.
  if (which === "ahead") written("", text, D.later);
  else written(["choice", "standing"].map((key) => orders[key]?.text ?? "").filter(Boolean).join("\n"), waiting().join("\n"));
  more.hidden = which !== "replies" || !whole;
  const back = taps().length || (which === "replies" && replies.length);
  acts([...(back ? [undoing] : []), ...SENDERS, ...(more.hidden ? [] : [more]), ...(toggle.hidden || (D.acts && back) ? [] : [toggle])]);
  $("say-state").hidden = true;
  if (!focus) return;
  const on = focus === "board" && $("lit").querySelector(".lt");
  (on || ($("next").querySelector("button") ?? $("lit").querySelector(".lt") ?? SENDERS.find((one) => !one.hidden && one.isConnected) ?? $("link") ?? undoing)).focus({ preventScroll: true });
};
after.draw = anew.draw = () => draw();

/** @param {string} text */
const find = (text) => order().next.find((/** @type {any} */ one) => one.text === text && onBoard(one));

const other = () => kinds[(kinds.indexOf(which) + 1) % kinds.length];
const toggle = button("other", "pen", "", () => {
  which = other();
  titles();
  draw("next");
  scrollTo({ top: 0 });
});
const more = button("one-more", "pen", word("one-more"), () => {
  replies.push(order());
  begun();
  draw("next");
  scrollTo({ top: 0 });
});
const titles = () => {
  toggle.hidden = !kinds.length || other() === which;
  if (!toggle.hidden) toggle.lastChild.textContent = titled(other());
};
each(titles);

/** Tapping goes on, or rests while another tab is read. @param {boolean} on */
export const compose = (on) => {
  active = on;
  draw();
  if (!on) light([], () => "");
};

/** Wire it up, once. @param {(mode: string) => void} to */
export const composing = (to) => {
  go = to;
  if (!("you" in D)) return;
  /** A way that is drawn: where the finger came down, and the lit place there; from the piece itself there is none. What
   *  leads on is entered as the finger passes, what ends a way where it is lifted. */
  let from = /** @type {{x: number, y: number, place: string}|null} */ (null), dragged = false, end = /** @type {any} */ (null);
  board.addEventListener("pointerdown", (/** @type {any} */ e) => {
    dragged = false;
    const at = active && !playing.timer && e.isPrimary ? nearest(e) : null, begins = at && at.any[1] === head() && at.lit !== head() && at.any[0] < 24;
    from = at && (begins || (at.lit && at.near < 24)) ? { x: e.clientX, y: e.clientY, place: begins ? "" : at.lit } : null;
  });
  // A finger that draws does not scroll; two of them still look closer.
  board.addEventListener("touchmove", (/** @type {any} */ e) => from && e.touches.length === 1 && e.cancelable && e.preventDefault(), { passive: false });
  board.addEventListener("pointermove", (/** @type {any} */ e) => {
    if (!active || playing.timer || (!from && e.pointerType === "touch")) return;
    const at = nearest(e);
    if (from || e.pointerType !== "touch") for (const one of $("lit").children) one.classList.toggle("near", at.lit === one.dataset.tap);
    if (!from || Math.hypot(e.clientX - from.x, e.clientY - from.y) < 14) return;
    if (!dragged) {
      dragged = true;
      board.setPointerCapture(e.pointerId);
      const first = from.place && find(from.place);
      if (first) take(first);
    }
    const reach = 0.42 * D.board.pitch * at.unit, one = at.lit && at.near < reach && find(at.lit);
    const held = Object.keys(preview().position).findLast((n) => preview().position[+n].place === head());
    if (held && order().next.some(onBoard)) carry(+held, e);
    end = null;
    if (one && tap(order(), one.text)?.next.some((/** @type {any} */ next) => next.kind === "place")) take(one);
    else if (one) end = one;
    else if (at.any[0] < reach && taps().length > 1 && at.any[1] === taps()[taps().length - 2].text) back();
  });
  for (const name of ["pointerup", "pointercancel"]) board.addEventListener(name, () => {
    if (dragged && from) end && name === "pointerup" ? take(end) : draw();
    from = end = null;
  });
  board.addEventListener("click", (/** @type {any} */ e) => {
    if (playing.timer) return $("pill")?.click();
    if (!active || dragged || !which) return;
    const at = nearest(e), one = at.lit && find(at.lit);
    if (taps().length && at.any[1] === head() && at.any[0] < 0.45 * D.board.pitch * at.unit && at.lit !== at.any[1]) return back();
    // Between two that are near each other nobody knows which is meant: their buttons are asked.
    if (one && at.second && at.apart < 6 && at.near > 8 && !$("next").hidden) {
      for (const chip of $("next").children) chip.hidden = ![at.lit, at.second].includes(chip.dataset.tap);
      return ask(word("which-one", { one: called(at.lit), other: called(at.second) }));
    }
    if (one) return take(one, e.detail === 0 ? "board" : undefined);
    if (at.any[0] < 30 && order().next.length) {
      ask(word("not-next", { place: called(at.any[1]) }));
      tell($("ask").textContent);
    }
  });
  $("lens").addEventListener("click", (/** @type {any} */ e) => {
    const text = meant(e), one = text && find(text);
    if (text === "") back();
    else if (one) take(one);
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
