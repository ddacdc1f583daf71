/** The referee's desk: a match begins, orders are pasted, letters go out by hand, and all of it can be proved. */
import { $, PAGE, asked, el, forget, kept, picked, run, save, saved, typed, word } from "./client.js";
import { SCHEMES } from "./dice.js";

const bar = $("bar"), begin = $("begin"), language = PAGE.language;
let mine = "", lines; // the match at the desk, and how far its letters have been shown
const inside = (...parts) => [`/matches/${mine}`, ...parts].join("/");

/* A match begins. */
const seats = $("seats"), row = () => {
  const n = seats.children.length + 1, at = (key, more) => el("label", {}, word(key, { n }), el("input", { maxLength: 80, autocomplete: "off", ...more }));
  seats.append(el("div", { className: "pair" }, at("player", { name: "name", required: n === 1, placeholder: n > 1 ? word("or-bot") : "" }), at("address", { name: "mail", type: "email" })));
};
row(), row();
$("game").value = new URLSearchParams(location.search).get("new") ?? $("game").value;
const usual = { ...picked(begin), language: "en" }, terms = [...begin.querySelectorAll("fieldset [name]")].map(({ name }) => name).filter((name) => name !== "dice" && name !== "rolled");
begin.elements.deadline.onchange = () => (begin.elements.zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
const DICE = { join: ["--join"], start: ["--beacon", "start"], drand: ["--beacon", "drand"], table: ["--table-dice"] };
begin.elements.dice.onchange = () => ($("first-rolled").hidden = begin.elements.dice.value !== "table");
/** Dice that were rolled by hand, as a command takes them. */
const rolled = (text) => (text.trim() ? ["--dice", text.trim().split(/[\s,]+/).join(",")] : []);
$("more-seats").onclick = row;
begin.onsubmit = async (event) => {
  event.preventDefault();
  const given = new FormData(begin), names = given.getAll("name"), mails = given.getAll("mail"), players = [];
  names.forEach((name, n) => name.trim() && players.push("--player", mails[n] ? `${name.trim()} <${mails[n]}>` : name.trim()));
  const [game, variant] = String(given.get("game")).split("~"), id = String(given.get("id")).trim() || `${game}-${Date.now().toString(36)}`;
  const words = ["new", game, `/matches/${id}`, ...players, ...(variant ? ["--variant", variant] : []), ...(DICE[given.get("dice")] ?? []), ...typed(begin, usual, terms), "--json"];
  if (given.get("dice") === "table") words.push(...rolled(String(given.get("rolled"))));
  if (await run(bar, words, { changes: id })) stands(id);
};
/** The dice of a page of a match, made anew from what stands in it; an email has it pressed. */
const proved = async (file) => {
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  let page = parsed(await file.text());
  const packed = page.getElementById("packed");
  if (packed) {
    const data = Uint8Array.from(atob(packed.textContent), (sign) => sign.charCodeAt(0));
    page = parsed(await new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  }
  const { dice } = JSON.parse(page.getElementById("data").textContent);
  const steps = await SCHEMES[dice.scheme](dice);
  return { right: steps.length && steps.every((step) => step.ok && !step.wrong.length), commitment: dice.commitment };
};
const opened = async (file) => {
  const say = $("page-verdict");
  say.hidden = !/\.html?$/i.test(file.name);
  if (!say.hidden) {
    const { right, commitment } = await proved(file).catch(() => ({}));
    say.className = `verdict ${right ? "right" : "wrong"}`;
    return void (say.textContent = word(right ? "page-agrees" : commitment ? "page-differs" : "page-none", { commitment }));
  }
  const made = await asked(bar, "unpack", { data: await file.arrayBuffer() });
  if (made) stands(made.key);
};
$("load").onchange = async () => {
  const [file] = $("load").files;
  if (file) await opened(file);
  $("load").value = "";
};
/** What is dropped is a match, a page, or what a player wrote. */
addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  if (/\.(zip|html?)$/i.test(file.name)) opened(file);
  else if (mine) $("order").value = await file.text();
});

/* How a match stands, and what letters there are to send. */
const letter = ({ to, name, subject, text }, paged) => {
  const copy = el("button", { type: "button", className: "btn" }, word("copy"));
  copy.onclick = async () => {
    await navigator.clipboard.writeText(`${subject}\n\n${text}`).catch(() => 0);
    copy.textContent = word("copied");
  };
  const page = el("button", { type: "button", className: "btn", hidden: !paged }, word("save-page"));
  page.onclick = async () => {
    const made = await run(bar, ["page", inside(), `--for=${name}`, "--out", `/tmp/${mine}-${name}.html`, "--json"], { key: mine, files: true });
    for (const [file, data] of made?.files ?? []) save(data, file, "text/html");
  };
  const href = `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  return el("article", { className: "envelope" }, el("p", { className: "fine" }, word("letter-to", { name })), el("h3", {}, subject),
    el("div", { className: "row" }, ...(to ? [el("a", { className: "btn main", href }, word("open-mail"))] : []), copy, page),
    el("details", {}, el("summary", {}, word("read-it")), el("pre", { tabIndex: 0 }, text)));
};
const stands = async (key, refused = []) => {
  const made = await asked(bar, "desk", { key, language, since: key === mine ? lines : undefined });
  mine = key;
  if (!made) return;
  lines = made.lines;
  $("desk").hidden = false;
  $("begin-box").open = false;
  const at = (moment) => moment && new Date(moment).toLocaleString(language === "en" ? "en-GB" : language, { dateStyle: "medium", timeStyle: "short" }), due = at(made.waits?.due);
  $("desk-title").textContent = made.over ? word("over") : due ? word("round", { n: made.waits.round, due }) : made.acting.length ? word("to-move", { turn: made.turn, who: made.acting.join(", ") }) : word("waits");
  $("desk-title").dataset.acting = made.acting[0] ?? "";
  $("rolled-box").hidden = !made.by_hand;
  $("round").hidden = !made.waits;
  if (due) $("round-at").href = $("round-at").textContent = made.waits.address;
  $("due").hidden = !made.due;
  $("due").firstChild.textContent = word("due", { due: at(made.due) });
  $("desk-sub").textContent = [key, made.title, ...made.seats].join(" · ");
  $("board").hidden = !made.board; // there is none before the first roll
  URL.revokeObjectURL($("board").src);
  $("board").src = URL.createObjectURL(new Blob([made.board], { type: "image/svg+xml" }));
  $("refused").replaceChildren(...refused.map((text) => el("li", {}, text)));
  $("letters").replaceChildren(...made.letters.map((one) => letter(one, made.paged)));
  $("verdict").hidden = true;
  $("desk-title").focus();
  list();
};
$("orders").onsubmit = async (event) => {
  event.preventDefault();
  const made = await run(bar, ["adjudicate", inside(), "-", ...rolled($("rolled").value), "--no-png", "--json"], { key: mine, changes: mine, given: $("order").value });
  if (!made) return;
  const refused = JSON.parse(made.said).flatMap((one) => one.refused ?? []);
  if (!refused.length) $("order").value = $("rolled").value = "";
  await stands(mine, refused.map((one) => (typeof one === "string" ? one : [one.line && word("line", { n: one.line }), one.reason, one.hint].filter(Boolean).join("; "))));
};
/** A beacon's round, as its page shows it or alone: its signature is checked. */
$("round").onsubmit = async (event) => {
  event.preventDefault();
  const text = $("signature").value, [signature] = text.match(/\b[0-9a-f]{96}\b/i) ?? [text.trim()];
  if (!await run(bar, ["trust", "beacon", inside(), signature, "--json"], { key: mine, changes: mine })) return;
  $("signature").value = "";
  stands(mine);
};
$("due-now").onclick = async () => await asked(bar, "due", { key: mine, changes: mine }) && stands(mine);
$("example").onclick = async () => {
  const made = await run(bar, ["moves", inside(), "--limit", "1", "--json"], { key: mine });
  const [first] = made ? JSON.parse(made.said) : [];
  if (first) $("order").value = `match ${mine}\nplayer ${$("desk-title").dataset.acting ?? ""}\n${first.order ?? first}`;
};
$("verify").onclick = async () => {
  const made = await asked(bar, "command", { words: ["verify", inside()], key: mine });
  if (!made) return;
  $("verdict").hidden = false;
  $("verdict").className = `verdict ${made.code ? "wrong" : "right"}`;
  $("verdict").textContent = (made.said + made.wrong).replaceAll("/matches/", "").trim();
};
$("desk-orders").onsubmit = async (event) => {
  event.preventDefault();
  if (!await run(bar, ["order", inside(), $("desk-order").value, "--json"], { key: mine, changes: mine })) return;
  $("desk-order").value = "";
  stands(mine);
};
$("save").onclick = () => saved(bar, mine);
$("forget").onclick = async () => confirm(word("forget-sure", { name: mine })) && (await forget(mine), location.reload());
$("play").onclick = () => (location.href = `${PAGE.play}#${mine}`);

/* Props for the table of a game master. */
const prop = $("prop"), sample = () => ($("source").value = PAGE.samples[prop.elements.prop.value]);
prop.elements.prop.onchange = sample;
sample();
prop.onsubmit = async (event) => {
  event.preventDefault();
  const { paper, theme } = Object.fromEntries(new FormData(prop)), put = [["/props/text.md", $("source").value]];
  const made = await run($("prop-bar"), ["handout", "bind", "/props", "--paper", paper, "--theme", theme, "--json"], { put, files: true, need: "print" });
  for (const [name, data] of made?.files ?? []) save(data, name);
};

const list = async () => {
  const found = (await kept()).filter((one) => one.key !== mine);
  $("kept").hidden = !found.length;
  $("kept-list").replaceChildren(...found.slice(0, 12).map((one) => el("li", {}, el("button", { type: "button", className: "link", onclick: () => stands(one.key) }, one.key), ` ${one.title ?? ""}`)));
};
list();
document.documentElement.dataset.ready = performance.now().toFixed(0);
