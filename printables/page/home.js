/** The table's home: matches to go on with, games to begin. What is chosen goes to the referee on this machine. */
import { $, D, el, word, tell } from "./dom.js";
import { around, ask, go } from "./door.js";

/** @typedef {{game: string, variant: string, title: string}} Named */
/** @typedef {Named & {about: string, minutes: string, dice: boolean, who: string[], sides: string[]}} Card */
/** @type {{language: string, name: string, games: Card[], hunts: Named[], matches: any[]}} */
const home = /** @type {any} */ (D);
const LEVELS = ["gentle", "careful", "strong"];

/** @param {Named} one */
const called = (one) => (one.variant ? `${one.game}~${one.variant}` : one.game);
/** @param {string} name @param {string} [alt] */
const shown = (name, alt = "") => el("img", { src: `picture/${encodeURIComponent(name)}.webp`, alt, loading: "lazy", decoding: "async" });
/** @param {Card} card */
const facts = (card) => [card.minutes && word("minutes", { minutes: card.minutes }), word(card.dice ? "dice" : "no-luck")].filter(Boolean).join(", ");

const DAY = 86_400_000, locale = home.language === "en" ? "en-GB" : home.language, ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
/** How long ago, in days; of today the time. @param {number} when seconds */
const lately = (when) => {
  const then = new Date(1000 * when), days = Math.round((new Date(then).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / DAY);
  return days ? ago.format(days, "day") : then.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
};

let chosen = /** @type {Card|null} */ (null);
/** What is picked of some, as radio buttons. @param {string} id @param {string[]} values @param {(value: string) => string} text @param {string} at */
const pick = (id, values, text, at) => {
  $(id).replaceChildren(...values.map((value) => el("label", {}, el("input", { type: "radio", name: id, value, checked: value === at, onchange: fit }), el("span", {}, text(value)))));
};
/** @param {string} id @returns {string} */
const picked = (id) => $(id).querySelector("input:checked")?.value ?? "";

/** What is asked depends on who plays. */
function fit() {
  const who = picked("who"), level = picked("level");
  $("f-level").hidden = who !== "bot";
  $("n-2").parentElement.hidden = who !== "two";
  $("f-side").hidden = who === "alone" || !chosen?.sides.length;
  $("l-1").textContent = word(who === "two" ? "name-one" : "name");
  $("side-of").textContent = who === "two" ? word("side-of", { player: $("n-1").value }) : word("side");
  $("level-say").textContent = level ? word(`level-${level}`) : "";
  $("wrong").hidden = true;
}

/** @param {Card} card */
const set = (card) => {
  chosen = card;
  $("s-title").textContent = card.title;
  $("s-about").textContent = card.about;
  $("s-facts").textContent = facts(card);
  $("s-picture").src = `picture/${encodeURIComponent(called(card))}.webp`;
  pick("who", card.who, (value) => word(`who-${value}`), card.who[0]);
  pick("side", card.sides.map(String).map((_, n) => String(n)), (value) => card.sides[+value], "0");
  pick("level", LEVELS, word, "careful");
  $("n-1").value ||= home.name;
  $("n-2").value ||= word("guest-two");
  $("f-who").hidden = card.who.length < 2;
  fit();
  $("setup").showModal();
  $("begin").focus();
};
/** @param {Named|Card} one */
const asked = async (one) => {
  try {
    set("who" in one ? one : await (await fetch(`card/${encodeURIComponent(called(one))}`)).json());
  } catch { tell(word("gone")); }
};

const begin = async () => {
  if (!chosen) return;
  const who = picked("who"), second = picked("side") === "1" && !$("f-side").hidden;
  const players = [[$("n-1").value.trim() || home.name, ""]];
  if (who === "two") players.push([$("n-2").value.trim() || word("guest-two"), ""]);
  if (who === "bot") players.push([word(picked("level")), picked("level")]);
  if (second) players.reverse();
  let came = { go: "", refused: [word("gone")] };
  $("begin").classList.add("waits");
  try {
    came = await ask("new", JSON.stringify({ game: chosen.game, variant: chosen.variant, players }));
  } catch { /* the referee has gone home */ }
  $("begin").classList.remove("waits");
  if (came.go) return go(`match/${came.go}/`);
  $("wrong").textContent = came.refused.join(" ");
  $("wrong").hidden = false;
};

/** @param {Named} one @param {string} more */
const card = (one, more) => el("li", {}, el("button", { type: "button", onclick: () => asked(one), title: one.title }, shown(called(one)), el("b", {}, one.title), ...(more ? [el("span", {}, more)] : [])));
const matches = async () => {
  const found = [...home.matches, ...((await around?.matches()) ?? [])];
  $("matches").append(...found.map((one) => el("li", {}, el("a", { href: `match/${encodeURIComponent(one.key)}/` }, shown(one.picture),
    el("span", {}, el("b", {}, one.seats.map((/** @type {any} */ seat) => seat.name).join(word("and"))), el("span", {}, word("kept", { game: one.title, turn: one.turn, when: lately(one.when) })))))));
  $("going").hidden = !found.length;
};
matches();
$("games").append(...home.games.map((one) => card(one, facts(one))));
$("hunts").append(...home.hunts.map((one) => card(one, "")));
const meant = [...home.games, ...home.hunts].find((one) => `#${called(one)}` === decodeURIComponent(location.hash));
if (meant) asked(meant);
$("begin").onclick = begin;
$("n-1").oninput = fit;
$("form").onkeydown = (/** @type {any} */ e) => {
  if (e.key === "Enter" && e.target.matches("input")) e.preventDefault(), begin();
};
$("setup").onclick = (/** @type {any} */ e) => {
  if (e.target === $("setup")) $("setup").close();
};

const dark = matchMedia("(prefers-color-scheme: dark)"), theme = (/** @type {boolean} */ on) => (document.documentElement.dataset.theme = on ? "dark" : "light");
theme(dark.matches);
dark.onchange = () => theme(dark.matches);
$("theme").onclick = () => theme(document.documentElement.dataset.theme !== "dark");
document.documentElement.dataset.ready = performance.now().toFixed(0);
