/** The rules at hand: the diagrams of their sheet, cut out of the board, and the whole text behind them. */
import { $, D, each, el } from "./dom.js";
import { diagram } from "./board.js";

/** A text with its words in bold type. @param {string} text */
const bold = (text) => text.split("**").map((part, n) => (n % 2 ? el("b", {}, part) : part.replace(/(^|[^\w*])\*([^*\n]+)\*/g, "$1$2")));
/** A paragraph of the rules: a heading, a list, rows of a table, or words. @param {string} text @returns {any} */
const block = (text) => {
  const [line, ...below] = text.split("\n");
  if (line.startsWith("#")) return el("div", {}, el("h3", {}, line.replace(/^#+ /, "")), ...(below.length ? [block(below.join("\n"))] : []));
  if (line.startsWith("|")) return el("table", {}, ...text.split("\n").filter((row) => !/^[|\s:-]+$/.test(row)).map((row) => el("tr", {}, ...row.split("|").slice(1, -1).map((cell) => el("td", {}, ...bold(cell.trim()))))));
  const items = text.split(/\n(?=- |\d+\. )/);
  if (!/^(- |\d+\. )/.test(line)) return el("p", {}, ...bold(text.replace(/\s+/g, " ")));
  return el(line.startsWith("-") ? "ul" : "ol", {}, ...items.map((item) => el("li", {}, ...bold(item.replace(/^(- |\d+\. )/, "").replace(/\s+/g, " ")))));
};

let made = false;
/** Draw them when they are first looked at, and where the board has been turned. @param {boolean} [anew] */
export const rules = (anew = false) => {
  if (made && !anew) return;
  made = true;
  $("cards").replaceChildren(...D.cards.map(({ say, parts }) => el("div", { className: "card" }, el("div", { className: "parts" }, ...parts.map(diagram)), el("p", {}, ...bold(say)))));
  $("whole-rules").replaceChildren(...D.whole.map(block));
  $("whole-box").hidden = false;
};
each(() => (made = false));
