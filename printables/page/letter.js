/** The move file as text, and the ways to send it. Nothing is played until the referee has it. */
import { $, D, el, word, tell } from "./dom.js";
import { asking, lacking, padding, padLines } from "./link.js";

/** What taps have made so far, in lines: for now, and below a `when`, where all orders wait. */
let orders = "", ahead = "", turn = D.dated;

/** @returns {string[]} */
const typed = () => $("more-orders").value.split("\n").map((/** @type {string} */ text) => text.trim()).filter(Boolean);

const ordering = () => orders !== "" || ahead !== "" || typed().length > 0;

/** A line `turn` with orders, so that those of an old page are refused and not played in another position. @returns {string[]} */
const dated = () => (turn && ordering() && !typed().some((/** @type {string} */ one) => /^turn\b/i.test(one)) ? [`turn ${turn}`] : []);

/** The whole file, a line each. @returns {string[]} */
const lines = () => {
  const say = $("say").value.trim().replace(/\s+/g, " ");
  return [
    `match ${D.id}`, `player ${D.handle}`, ...dated(), ...(D.token ? [`token ${D.token}`] : []),
    ...padLines(ordering()), ...($("check").checked ? ["check"] : []), ...[...orders.split("\n"), ...typed(), ...ahead.split("\n")].filter(Boolean),
    ...(say ? [`say ${$("to").value}: ${say}`] : []),
  ];
};
/** What goes to the referee: below a line that ends the orders, how far the log went that they answer. @param {string} end */
const file = (end) => [...lines(), ...(D.head ? ["", "-- ", `head ${D.head}`] : []), ""].join(end);
export const text = () => file("\n").trimEnd();

/** Whether an order stands there that the referee would refuse for want of a link. */
const unlinked = () => (orders !== "" || ahead !== "") && !$("check").checked && lacking();
/** Whether there is anything to send. */
const any = () => ordering() || $("say").value.trim() !== "";

/** Write the file anew. @param {string} [tapped] what taps have made, where that has changed @param {string} [later] @param {number} [when] the turn that it is for */
export const written = (tapped, later = "", when = D.dated) => {
  if (tapped !== undefined) {
    [orders, ahead, turn] = [tapped, later, when];
    $("hint").textContent = word(D.send ? "table-hint" : later ? "hint-ahead" : "hint");
  }
  asking(ordering());
  $("text").replaceChildren(...lines().map((one) => (/^(match|player|turn|token) /.test(one) ? `${one}\n` : el("b", {}, `${one}\n`))));
  for (const id of ["mail", "copy", "share"]) $(id).disabled = unlinked() || !any();
  $("letter").hidden = !any() && D.acts && "choice" in D;
};

const subject = () => `[${D.id}]${D.acts ? ` ${word("turn", { turn: D.turn })}` : ""}`;

/** Wire the letter up, once. */
export const letter = () => {
  for (const [name, shown] of D.to) $("to").append(el("option", { value: name }, shown));
  for (const id of ["say", "to", "check", "more-orders"]) $(id).addEventListener("input", () => written());
  padding(written);
  const forget = $("forget"), CANCEL = "cancel";
  if (forget) forget.hidden = false, forget.onclick = () => {
    $("more").open = true;
    $("more-orders").value = [CANCEL, ...typed().filter((/** @type {string} */ one) => one !== CANCEL)].join("\n");
    written();
    $("mail").focus();
  };
  $("mail").onclick = () => {
    const body = file("\r\n");
    location.href = `mailto:${encodeURIComponent(D.address).replace("%40", "@")}?subject=${encodeURIComponent(subject())}&body=${encodeURIComponent(body)}`;
  };
  $("copy").onclick = async () => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text());
      done = true;
    } catch {
      getSelection()?.selectAllChildren($("text"));
      done = document.execCommand("copy");
    }
    $("copy").textContent = word(done ? "copied" : "selected");
    tell(word(done ? "copied-say" : "selected-say"));
    setTimeout(() => ($("copy").textContent = word("copy")), 2000);
  };
  if ("share" in navigator) {
    $("share").hidden = false;
    $("share").onclick = () => navigator.share({ text: text() }).catch(() => 0);
  }
  $("acts").hidden = $("more").hidden = false;
  written("");
};
