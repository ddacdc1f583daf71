/** The move file as text, and the ways to send it. Nothing is played until the referee has it. */
import { $, D, each, el, button, word, tell } from "./dom.js";

/** What two-sided dice ask of an order, where a match has them (link.js). */
export const pads = { lacking: () => false, lines: /** @type {(orders: boolean) => string[]} */ (() => []), asking: /** @type {(orders: boolean) => void} */ (() => {}) };

/** What taps have made so far, in lines: for now, and below a `when`, where all orders wait. */
let orders = "", ahead = "", turn = D.dated;

/** @returns {string[]} */
const typed = () => $("more-orders").value.split("\n").map((/** @type {string} */ text) => text.trim()).filter(Boolean);

const ordering = () => orders !== "" || ahead !== "" || typed().length > 0;

/** A line `turn` with orders, so that those of an old page are refused and not played in another position. @returns {string[]} */
const dated = () => (turn && ordering() && !typed().some((/** @type {string} */ one) => /^turn\b/i.test(one)) ? [`turn ${turn}`] : []);

/** A file of those lines. @param {string[]} more */
const headed = (more) => [`match ${D.id}`, `player ${D.handle}`, ...more];
/** The whole file, a line each. @returns {string[]} */
const lines = () => {
  const say = $("say").value.trim().replace(/\s+/g, " ");
  return headed([
    ...dated(), ...(D.token ? [`token ${D.token}`] : []),
    ...pads.lines(ordering()), ...($("check").checked ? ["check"] : []), ...[...orders.split("\n"), ...typed(), ...ahead.split("\n")].filter(Boolean),
    ...(say ? [`say ${$("to").value}: ${say}`] : []),
  ]);
};
/** What goes to the referee: below a line that ends the orders, how far the log went that they answer. @param {string} end */
const file = (end) => [...lines(), ...(D.head ? ["", "-- ", `head ${D.head}`] : []), ""].join(end);
export const text = () => file("\n").trimEnd();

/** Whether an order stands there that the referee would refuse for want of a link. */
const unlinked = () => (orders !== "" || ahead !== "") && !$("check").checked && pads.lacking();
/** Whether there is anything that can be sent as it is. */
export const ready = () => (ordering() || $("say").value.trim() !== "") && !unlinked();

const subject = () => [`[${D.id}]`, ...(D.acts ? [word("turn", { turn: D.turn })] : [])].join(" ");
/** Open an email to the referee. @param {string} body */
const mailed = (body) => (location.href = `mailto:${encodeURIComponent(D.address).replace("%40", "@")}?subject=${encodeURIComponent(subject())}&body=${encodeURIComponent(body)}`);
/** A wish for another match, to the referee. */
export const wishAgain = () => mailed(headed([`say referee: ${word("again-wish")}`, ""]).join("\r\n"));

/** Copy a text, and say so on the button. @param {any} from @param {string} what @param {() => boolean} [else_] */
const copied = async (from, what, else_ = () => false) => {
  let done = true;
  try { await navigator.clipboard.writeText(what); } catch { done = else_(); }
  from.lastChild.textContent = word(done ? "copied" : "selected");
  tell(word(done ? "copied-say" : "selected-say"));
  setTimeout(() => (from.lastChild.textContent = word("copy")), 2000);
};
/** Select the file, for who must copy by hand; whether the browser has copied it then. */
const selected = () => {
  $("more").open = true;
  getSelection()?.selectAllChildren($("text"));
  return document.execCommand("copy");
};
/** Hand a text to the device, or where it takes none copy it. @param {string} what */
export const shared = (what) => ("share" in navigator ? navigator.share({ text: what }).catch(() => 0) : copied($("share"), what));

/** The ways to send: Share first where the device offers it; an email where an address is known; Copy always. */
export const SENDERS = [
  ...("share" in navigator ? [button("share", "share", word("share"), () => shared(text()))] : []),
  button("mail", "mail", word(D.send ? "table-play" : "send"), () => mailed(file("\r\n")), "main"),
  ...(D.send || D.puzzle ? [] : [button("copy", "copy", word("copy"), () => copied($("copy"), text(), selected))]),
];
/** What is drawn anew when the file has changed. */
export const anew = { draw: () => {} };

/** Write the file anew. @param {string} [tapped] what taps have made, where that has changed @param {string} [later] @param {number} [when] the turn that it is for */
export const written = (tapped, later = "", when = D.dated) => {
  if (tapped !== undefined) [orders, ahead, turn] = [tapped, later, when];
  pads.asking(ordering());
  $("text").textContent = `${lines().join("\n")}\n`;
  const sends = ready();
  for (const one of SENDERS) one.hidden = !sends || (one.id === "mail" && !D.address && !D.send && !D.puzzle);
  $("hint").textContent = !sends ? (D.acts ? D.sub : D.state === "theirs" && !D.send ? word("next-letter") : "") : word(D.send ? "table-hint" : ahead ? "hint-ahead" : "hint");
  $("hint").hidden = !$("hint").textContent;
  if (tapped === undefined) anew.draw();
};

if ($("more")) {
  each(() => {
    $("more").hidden = !("you" in D); // two at one screen have a page each, and one in common for the end
    if ($("more").hidden) return;
    $("to").replaceChildren(...D.to.map(([name, shown]) => el("option", { value: name }, shown)));
    for (const id of ["say", "more-orders"]) $(id).value = "";
    $("check").checked = false;
    $("kept").hidden = !D.kept.length;
    $("kept-list").replaceChildren(...D.kept.map((one) => el("li", {}, ...one.split("`").map((part, n) => (n % 2 ? el("code", {}, part) : part)))));
    $("kept-shown").hidden = !D.shown;
    $("forget").hidden = false;
  });
  for (const id of ["say", "to", "check", "more-orders"]) $(id).addEventListener("input", () => written());
  $("forget").onclick = () => {
    const CANCEL = "cancel";
    $("more").open = true;
    $("more-orders").value = [CANCEL, ...typed().filter((/** @type {string} */ one) => one !== CANCEL)].join("\n");
    written();
    $("mail")?.focus();
  };
}
