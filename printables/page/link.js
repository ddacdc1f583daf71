/** The lines `pad` and `link` of two-sided dice: of a pad made here, typed here, or remembered by this browser. */
import { $, D, word, tell } from "./dom.js";
import { fault, made, next, read, spelt, store, stored } from "./pad.js";

/** A pad made on this page. @type {ReturnType<typeof made>|null} */
let pad = null;
/** The link that is due, in words; and what all further links follow from, where that has been given here. */
let due = "", further = "", remembered = false;

/** What is said of a link as typed. @param {string} typed @param {boolean} whole */
const said = (typed, whole) => {
  if (due || !typed.trim()) return due && typed ? word("link-good") : "";
  if (whole) return word("link-other");
  const wrong = fault(typed);
  return typeof wrong === "number" ? word("link-count", { count: wrong }) : wrong ? word("link-word", { word: wrong }) : word("link-slip");
};

/** Find the link that is due anew. */
const found = () => {
  const typed = D.link && !pad ? $("link").value : "", given = read(typed.trim());
  const known = D.link && !pad && !typed.trim() ? stored() : null, kept = known ? read(known) : null;
  const words = pad?.one ?? (given ?? kept ? next(/** @type {Uint8Array} */ (given ?? kept)) : null);
  due = words ?? "";
  remembered = Boolean(kept && due);
  further = pad ? pad.keep : given && due && spelt(given) !== due ? spelt(given) : "";
  if (D.link) $("link-say").textContent = said(typed, given !== null);
  $("pad-store-row").hidden = !further;
};

/** Whether there is a pad to send. */
export const fresh = () => pad !== null;
/** Whether a link is due that is not there. */
export const lacking = () => Boolean(D.link) && !due;
/** The lines for the file. @param {boolean} orders whether a link goes with them @returns {string[]} */
export const padLines = (orders) => [...(pad ? [`pad ${pad.zero}`] : []), ...(D.link && due && orders ? [`link ${pad ? 1 : D.link} ${due}`] : [])];
/** Ask for a link only where orders need one. @param {boolean} orders */
export const asking = (orders) => {
  if (!D.pad) return;
  $("pad-held").hidden = !(orders && remembered);
  if (D.link) $("link-row").hidden = $("link-say").hidden = !orders || remembered || pad !== null;
};

/** Wire it up, once. @param {() => void} written what follows from a change */
export const padding = (written) => {
  if (!D.pad) return;
  const anew = () => {
    found();
    written();
  };
  const box = $("pad-store");
  box.onchange = () => {
    if (!store(box.checked ? further : null)) box.checked = false;
  };
  $("pad-forget").onclick = () => {
    store(null);
    anew();
    $("link").focus();
  };
  $("pad-make").onclick = () => {
    pad = made();
    store(null);
    $("pad-words").textContent = pad.keep;
    $("pad-new").hidden = false;
    $("pad-make").disabled = true;
    anew();
    tell(`${word("pad-keep")} ${pad.keep}`);
  };
  if (D.link) $("link").oninput = anew;
  found();
};
