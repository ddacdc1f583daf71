/** The line `link` of two-sided dice, of a pad typed here or remembered by this browser. */
import { $, D, word } from "./dom.js";
import { pads, written } from "./letter.js";
import { fault, next, read, spelt, store, stored } from "./pad.js";

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
  const typed = D.link ? $("link").value : "", given = read(typed.trim());
  const known = D.link && !typed.trim() ? stored() : null, kept = known ? read(known) : null;
  due = (given ?? kept ? next(/** @type {Uint8Array} */ (given ?? kept)) : null) ?? "";
  remembered = Boolean(kept && due);
  further = given && due && spelt(given) !== due ? spelt(given) : "";
  if (!D.link) return;
  $("link-say").textContent = said(typed, given !== null);
  $("pad-store-row").hidden = !further;
};

if (D.pad) {
  /** Whether a link is due that is not there. */
  pads.lacking = () => Boolean(D.link) && !due;
  /** The line for the file. @param {boolean} orders whether a link goes with them @returns {string[]} */
  pads.lines = (orders) => (D.link && due && orders ? [`link ${D.link} ${due}`] : []);
  /** Ask for a link only where orders need one. @param {boolean} orders */
  pads.asking = (orders) => {
    $("pad-held").hidden = !(orders && remembered);
    if (D.link) $("link-row").hidden = $("link-say").hidden = !orders || remembered;
  };
  const anew = () => {
    found();
    written();
  };
  $("pad-forget").onclick = () => {
    store(null);
    anew();
    $("link").focus();
  };
  if (D.link) {
    const box = $("pad-store");
    box.onchange = () => {
      if (!store(box.checked ? further : null)) box.checked = false;
    };
    $("link").oninput = anew;
  }
  found();
}
