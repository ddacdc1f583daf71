/** The move file as text, and the ways to send it. Nothing is played until the referee has it. */
import { $, D, el, word, tell } from "./dom.js";
import { made, next, read } from "./pad.js";

/** What taps have made so far, in lines: for now, and below a `when`, where all orders wait. */
let orders = "", ahead = "";
/** A pad made on this page. @type {ReturnType<typeof made>|null} */
let pad = null;

/** The line with the link that is due. @type {string[]} */
let shown = [];
/** The same, of the pad just made or of the one kept. @returns {string[]} */
const link = () => {
  if (!D.link) return [];
  if (pad) return [`link 1 ${pad.one}`];
  const typed = $("link").value.trim(), given = typed ? read(typed) : null, due = given && next(given);
  $("link-say").textContent = !typed ? "" : due ? word("link-good") : word(given ? "link-other" : "link-slip");
  return due ? [`link ${D.link} ${due}`] : [];
};

/** @returns {string[]} */
const typed = () => $("more-orders").value.split("\n").map((/** @type {string} */ text) => text.trim()).filter(Boolean);

/** A line `turn` with orders, so that those of an old page are refused and not played in another position. @returns {string[]} */
const dated = () => {
  const more = typed();
  return D.dated && (orders || ahead || more.length) && !more.some((/** @type {string} */ one) => /^turn\b/i.test(one)) ? [`turn ${D.dated}`] : [];
};

/** The whole file, a line each. @returns {string[]} */
const lines = () => {
  const say = $("say").value.trim().replace(/\s+/g, " ");
  const played = [...orders.split("\n"), ...typed(), ...ahead.split("\n")].filter(Boolean);
  return [
    `match ${D.id}`, `player ${D.handle}`, ...dated(), ...(D.head ? [`head ${D.head}`] : []), ...(D.token ? [`token ${D.token}`] : []),
    ...(pad ? [`pad ${pad.zero}`] : []), ...shown, ...($("check").checked ? ["check"] : []), ...played, ...(say ? [`say ${$("to").value}: ${say}`] : []),
  ];
};
export const text = () => lines().join("\n");

/** Whether an order stands there that the referee would refuse for want of a link. */
const unlinked = () => Boolean(D.link) && orders !== "" && !$("check").checked && !shown.length;
/** Whether there is anything to send. */
const any = () => orders !== "" || ahead !== "" || pad !== null || typed().length > 0 || $("say").value.trim() !== "";

/** Write the file anew. @param {string} [tapped] what taps have made, where that has changed @param {string} [later] */
export const written = (tapped, later = "") => {
  if (tapped !== undefined) [orders, ahead] = [tapped, later];
  else shown = link();
  $("text").replaceChildren(...lines().map((one) => (/^(match|player|turn|head|token) /.test(one) ? `${one}\n` : el("b", {}, `${one}\n`))));
  for (const id of ["mail", "copy", "share"]) $(id).disabled = unlinked() || !any();
  $("letter").hidden = !any() && D.acts && "choice" in D;
};

const subject = () => `[${D.id}]${D.acts ? ` ${word("turn", { turn: D.turn })}` : ""}`;

/** Wire the letter up, once. */
export const letter = () => {
  for (const [name, shown] of D.to) $("to").append(el("option", { value: name }, shown));
  for (const id of ["say", "to", "check", "more-orders", ...(D.link ? ["link"] : [])]) $(id).addEventListener("input", () => written());
  if (D.pad) $("pad-make").onclick = () => {
    pad = made();
    $("pad-words").textContent = pad.keep;
    $("pad-new").hidden = false;
    $("pad-make").disabled = true;
    if (D.link) $("link").disabled = true;
    written();
    tell(`${word("pad-keep")} ${pad.keep}`);
  };
  const forget = $("forget"), CANCEL = "cancel";
  if (forget) forget.hidden = false, forget.onclick = () => {
    $("more").open = true;
    $("more-orders").value = [CANCEL, ...typed().filter((/** @type {string} */ one) => one !== CANCEL)].join("\n");
    written();
    $("mail").focus();
  };
  $("mail").onclick = () => {
    const body = `${lines().join("\r\n")}\r\n`;
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
