/** The dice, checked before the reader's eyes, with the working of any throw. */
import { $, D, each, el, word, tell, sign, still } from "./dom.js";
import { SCHEMES } from "./dice.js";

/** @type {import("./dom.js").Dice} */
let dice;
const many = () => dice.steps.reduce((sum, step) => sum + step.throws.reduce((n, [, , values]) => n + values.length, 0), 0);

/** How the dice of a link came about, in figures. @param {import("./dice.js").Step} step @param {import("./dice.js").Checked} result */
const working = (step, result) => {
  const out = [
    el("p", {}, word("working-link", { count: step.k })), el("code", {}, step.link),
    el("p", {}, word(step.mix?.some(Boolean) ? "working-mixed-pads" : "working-mixed", { words: [dice.match, ...dice.words.map((text) => text || "–")].join(" · ") })), el("code", {}, result.mixed),
    ...(step.beacon ? [el("p", {}, word("working-beacon", { round: step.beacon.split(" ")[0] })), el("code", {}, step.beacon.split(" ")[1])] : []),
    el("p", {}, word("working-bytes")), ...result.blocks.map((block) => el("code", {}, block)),
  ];
  step.throws.forEach(([why, sides], row) => {
    const sums = (result.dice[row] ?? []).map(({ value, byte, passed }) =>
      `${[...passed.map((one) => word("passed", { byte: one })), byte].join(" ")} mod ${sides} + 1 = ${value}`);
    out.push(el("p", {}, `${why}: ${sums.join("; ")}`));
  });
  return out;
};

/** @param {import("./dice.js").Step[]} steps @param {import("./dice.js").Checked[]} [results] */
const chain = (steps, results) =>
  $("chain").replaceChildren(...steps.map((step, n) => {
    const result = results?.[n], good = result && result.ok && !result.wrong.length;
    const who = !step.turn ? word("before") : step.seat === undefined ? word("turn", { turn: step.turn }) : word("turn-of", { turn: step.turn, player: D.seats[step.seat] });
    const item = el("li", { className: result ? (good ? "ok" : "bad") : "" },
      el("span", { className: "kn" }, String(step.k)), el("b", {}, who), " ", el("code", {}, `${step.link.slice(0, 6)}…${step.link.slice(-4)}`),
      ...step.throws.map(([why, , values], row) =>
        el("div", { className: "th" }, el("span", { className: "pips" }, ...values.map((value, i) => el("i", { className: result?.wrong.includes(`${row} ${i}`) ? "x" : "" }, String(value)))), why)));
    if (result) {
      const more = el("details", { className: "working" }, el("summary", {}, word(good ? "checked" : "differs")));
      more.addEventListener("toggle", () => more.open && more.children.length < 2 && more.append(...working(step, result)));
      item.append(more);
    }
    return item;
  }));

/** @param {boolean} forged */
const verify = async (forged) => {
  const match = structuredClone(dice);
  if (forged) {
    const [, sides, values] = /** @type {[string, number, number[]]} */ (match.steps.at(-1)?.throws.at(-1));
    values[0] = (values[0] % sides) + 1;
  }
  const start = performance.now(), results = await SCHEMES[dice.scheme](match);
  document.documentElement.dataset.checkms = (performance.now() - start).toFixed(1);
  const bad = results.findIndex((result) => !result.ok || result.wrong.length);
  chain(match.steps, results);
  const head = word(bad < 0 ? "agree" : "disagree");
  const text = bad < 0
    ? word("agree-text", { links: word("links", { count: dice.steps.length }), dice: word("dice-count", { count: many() }) })
    : `${word("disagree-text", { link: match.steps[bad].k })} ${word(forged ? "was-forged" : "write-referee")}`;
  const verdict = $("verdict");
  verdict.className = bad < 0 ? "verdict" : "verdict bad";
  verdict.hidden = false;
  verdict.replaceChildren(sign(bad < 0 ? "M12 1.6a10.4 10.4 0 1 0 .1 0M7 12.5l3.5 3.5 6.5-8" : "M12 1.6a10.4 10.4 0 1 0 .1 0M8 8l8 8M16 8l-8 8"), el("div", {}, el("b", {}, head), text));
  tell(`${head}. ${text}`);
  if (forged) verdict.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
};

if (D.dice) each(() => {
  dice = /** @type {import("./dom.js").Dice} */ (D.dice);
  const open = dice.state === "open", known = open && Boolean(SCHEMES[dice.scheme]);
  $("dice-say").textContent = open ? known ? word("dice-say") : word("dice-scheme", { scheme: dice.scheme }) : word(`dice-${dice.state}`);
  $("check-all").hidden = $("forging").hidden = !known;
  $("chain-box").hidden = !open;
  $("verdict").hidden = true;
  if (!open) return;
  $("check-all").onclick = () => verify(false);
  $("forge").onclick = () => verify(true);
  $("mine").oninput = () => {
    const typed = $("mine").value.replace(/\s/g, "").toLowerCase();
    $("same").textContent = !typed ? "" : typed === dice.commitment ? word("same")
      : dice.commitment.startsWith(typed) ? word("to-go", { count: 64 - typed.length }) : word("not-same");
  };
  chain(dice.steps);
});
