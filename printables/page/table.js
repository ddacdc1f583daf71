/** At a table at home: what is done there goes to the referee on this machine, and what comes of it is shown on the same page. */
import { $, D, each, el, sign, button, called, word, tell, renew, SIGNS } from "./dom.js";
import { trail } from "./board.js";
import { SENDERS, text } from "./letter.js";
import { doing } from "./states.js";
import { both, flick, relaid } from "./page.js";
import { ask, go } from "./door.js";

const SEEN = 650; // milliseconds for which one's own move is seen before a bot moves
Object.assign(SIGNS, {
  tip: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z", flag: "M6 21V4h11l-2 4 2 4H6", sides: "M4 8h13M14 4.5L17.5 8 14 11.5M20 16H7M10 12.5L6.5 16l3.5 3.5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4", film: "M4 5h16v14H4zM8 5v14M16 5v14", page: "M6 3h9l4 4v14H6zM14 3v5h5", fixed: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3", home: "M4 11l8-7 8 7M6 10v10h12V10",
});

const answer = el("p", { className: "answer", role: "alert", hidden: true });
/** @param {string[]} refused */
const refuse = (refused) => {
  answer.hidden = !refused.length;
  answer.textContent = refused.length ? [word("table-refused"), ...refused].join(" ") : "";
};

/** Ask the referee; one thing at a time. @param {string} what @param {string} [body] @returns {Promise<any>} */
const asked = async (what, body = "") => {
  try {
    return await ask(`${what}?${D.page}`, body);
  } catch { return { refused: [word("table-gone")] }; }
};
let busy = false;
/** Do it, show what came of it, and let bots move. @param {string} what @param {string} [body] */
const act = async (what, body) => {
  if (busy) return;
  busy = true;
  document.body.toggleAttribute("data-asking", true);
  let came = await asked(what, body);
  for (;;) {
    if (came.update) renew(came.update), scrollTo({ top: 0 });
    refuse(came.refused);
    if (!came.thinks || !came.done) break;
    const thinks = word("table-thinks", { bot: D.seats[D.acting[0]] });
    $("lead").textContent = $("say-state").textContent = thinks;
    document.body.classList.add("thinks");
    tell(thinks);
    [came] = await Promise.all([asked("go"), new Promise((then) => setTimeout(then, SEEN))]);
    document.body.classList.remove("thinks");
  }
  busy = false;
  document.body.toggleAttribute("data-asking", false);
  if (!came.update && came.done && what !== "hint") go("");
  return came;
};
/** @param {string} [sides] changed, if anything stands here */
const again = async (sides = "") => {
  const came = await asked("again", sides);
  if (came.go) go(`../${came.go}/`);
  else refuse(came.refused);
};
const hint = async () => {
  const came = await act("hint");
  if (!came?.done) return;
  const there = (/** @type {string} */ tap) => tap in D.board.places, turns = came.taps.map((/** @type {string} */ tap) => tap.split("-")).find((/** @type {string[]} */ corners) => corners.length > 1 && corners.every(there)) ?? [];
  const places = came.taps.filter(there);
  if (places.length > 1) places.splice(-1, 0, ...turns);
  if (places.length) trail([places], places.slice(1, -1));
  const said = word("table-tip-say", { taps: came.taps.map((/** @type {string} */ tap) => D.labels?.[tap] ?? called(tap)).join(" – ") });
  $("ask").textContent = said;
  $("ask").hidden = false;
  tell(said);
};
/** To resign asks once. */
const resign = () => {
  const sure = el("dialog", { className: "sure", onclose: () => sure.remove() }, el("p", {}, word("table-sure")),
    el("div", { className: "acts" }, el("button", { type: "button", className: "btn", onclick: () => sure.close() }, word("table-no")),
      el("button", { type: "button", id: "resign-sure", className: "btn main", onclick: () => { sure.close(); act("order", `player ${D.handle}\nresign`); } }, word("table-resign"))));
  document.body.append(sure);
  sure.showModal();
};
/** What may be shared, as files. @param {string} id @param {string} file */
const share = (id, file) => {
  const link = button(`share-${id}`, id, word(`table-${id}`), () => {});
  const made = el("a", { id: `share-${id}`, className: "btn", href: file, download: `${D.id}${file.slice(file.indexOf("."))}` });
  made.append(...link.childNodes);
  return made;
};

if (D.send) {
  let there = ""; // who is known to be alone with the screen
  const tools = el("div", { className: "tools", id: "tools" });
  document.body.classList.add("at-table");
  $("acts").after(answer, tools);
  for (const one of SENDERS) if (one.id === "mail") one.onclick = () => act("order", text()), one.firstChild.replaceWith(sign(SIGNS.watch));
  if ("you" in D) $("more").firstElementChild.textContent = word("table-more");
  doing.again = () => again();
  doing.more = () => [...(D.seats.length > 1 ? [button("sides", "sides", word("table-sides"), () => again("sides"))] : []),
    share("picture", "picture.png"), share("film", "film.webp"), share("page", "page.html")];
  const home = el("a", { id: "to-home", className: "item", href: "../../" }, ...button("", "home", word("table-home"), () => {}).childNodes);
  $("items").prepend(home);
  if (both() && !D.board.own) $("items").append(flick("fixed", relaid));
  each(() => {
    const playing = ["yours", "theirs"].includes(D.state), yours = D.state === "yours";
    tools.replaceChildren(...(playing && "you" in D ? [
      ...(D.turns.length > 1 ? [button("take-back", "undo", word("table-back"), () => act("back"))] : []),
      ...(yours && D.hints ? [button("tip", "tip", word("table-tip"), hint)] : []),
      ...(yours ? [button("resign", "flag", word("table-resign"), resign)] : []),
    ] : D.state === "over" ? [el("a", { id: "another", className: "btn", href: "../../" }, word("table-home"))] : []));
    const covered = Boolean(D.curtain) && D.handle !== there;
    document.body.toggleAttribute("data-curtain", covered);
    if (!covered) return;
    const lift = el("button", { type: "button", className: "btn main lift", onclick: () => {
      there = D.handle;
      document.body.removeAttribute("data-curtain");
      lift.remove();
      $("lead").focus();
    } }, word("table-curtain", { player: D.seats[D.you] }));
    document.body.append(lift);
    lift.focus();
  });
  if (D.state === "theirs" && D.bots?.[D.acting[0]]) act("go"); // the sitting ended before a bot had moved
}
