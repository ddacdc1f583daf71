/** The referee's desk: a match begins, orders are pasted, letters go out by hand, and all of it can be proved. */
import { $, PAGE, ask, asked, el, kept, run, save, saved, word } from "./client.js";

const bar = $("bar"), begin = $("begin"), language = PAGE.language;
let mine = "";
const inside = (...parts) => [`/matches/${mine}`, ...parts].join("/");

/* A match begins. */
const seats = $("seats"), row = () => {
  const n = seats.children.length + 1, at = (key, more) => el("label", {}, word(key, { n }), el("input", { maxLength: 80, autocomplete: "off", ...more }));
  seats.append(el("div", { className: "pair" }, at("player", { name: "name", required: n === 1 }), at("address", { name: "mail", type: "email" })));
};
row(), row();
$("more-seats").onclick = row;
begin.onsubmit = async (event) => {
  event.preventDefault();
  const given = new FormData(begin), names = given.getAll("name"), mails = given.getAll("mail"), players = [];
  names.forEach((name, n) => name.trim() && players.push("--player", mails[n] ? `${name.trim()} <${mails[n]}>` : name.trim()));
  const [game, variant] = String(given.get("game")).split("~"), id = String(given.get("id")).trim() || `${game}-${Date.now().toString(36)}`;
  const options = String(given.get("options")).split(/\s+/).filter(Boolean).flatMap((one) => ["--option", one]);
  const words = ["new", game, `/matches/${id}`, ...players, ...(variant ? ["--variant", variant] : []), ...options, "--json"];
  if (given.get("beacon")) words.push("--beacon", String(given.get("beacon")));
  if (language !== "en") words.push("--language", language);
  if (await run(bar, words, { changes: id })) stands(id);
};
$("load").onchange = async () => {
  const [file] = $("load").files;
  const made = file && await asked(bar, "unpack", { data: await file.arrayBuffer() });
  $("load").value = "";
  if (made) stands(made.key);
};

/* How a match stands, and what letters there are to send. */
const letter = ({ to, name, subject, text }) => {
  const copy = el("button", { type: "button", className: "btn" }, word("copy"));
  copy.onclick = async () => {
    await navigator.clipboard.writeText(`${subject}\n\n${text}`).catch(() => 0);
    copy.textContent = word("copied");
  };
  const href = `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  return el("article", { className: "envelope" }, el("p", { className: "fine" }, word("letter-to", { name })), el("h3", {}, subject),
    el("div", { className: "row" }, ...(to ? [el("a", { className: "btn main", href }, word("open-mail"))] : []), copy),
    el("details", {}, el("summary", {}, word("read-it")), el("pre", { tabIndex: 0 }, text)));
};
const stands = async (key, refused = []) => {
  mine = key;
  const made = await asked(bar, "desk", { key, language });
  if (!made) return;
  $("desk").hidden = false;
  $("begin-box").open = false;
  $("desk-title").textContent = made.over ? word("over") : made.acting.length ? word("to-move", { turn: made.turn, who: made.acting.join(", ") }) : word("waits");
  $("desk-title").dataset.acting = made.acting[0] ?? "";
  $("round").hidden = !made.waits;
  if (made.waits) {
    $("round-title").textContent = word("round", { n: made.waits.round, due: new Date(made.waits.due).toLocaleString(language === "en" ? "en-GB" : language) });
    $("round-at").href = $("round-at").textContent = made.waits.address;
  }
  $("desk-sub").textContent = [key, made.title, ...made.seats].join(" · ");
  URL.revokeObjectURL($("board").src);
  $("board").src = URL.createObjectURL(new Blob([made.board], { type: "image/svg+xml" }));
  $("refused").replaceChildren(...refused.map((text) => el("li", {}, text)));
  $("letters").replaceChildren(...made.letters.map(letter));
  $("verdict").hidden = true;
  $("desk-title").focus();
  list();
};
$("orders").onsubmit = async (event) => {
  event.preventDefault();
  const made = await run(bar, ["adjudicate", inside(), "-", "--no-png", "--json"], { key: mine, changes: mine, given: $("order").value });
  if (!made) return;
  const refused = JSON.parse(made.said).flatMap((one) => one.refused ?? []);
  if (!refused.length) $("order").value = "";
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
$("save").onclick = () => saved(bar, mine);
$("play").onclick = () => (location.href = `${PAGE.play}#${mine}`);

/* Props for the table of a game master. */
const prop = $("prop"), sample = () => ($("source").value = PAGE.samples[prop.elements.prop.value]);
prop.elements.prop.onchange = sample;
sample();
prop.onsubmit = async (event) => {
  event.preventDefault();
  const made = await run($("prop-bar"), ["handout", "letter", "-", "--json"], { given: $("source").value, files: true, need: "print" });
  for (const [name, data] of made?.files ?? []) save(data, name, "application/pdf");
};

const list = async () => {
  const found = (await kept()).filter((one) => one.key !== mine);
  $("kept").hidden = !found.length;
  $("kept-list").replaceChildren(...found.slice(0, 12).map((one) => el("li", {}, el("button", { type: "button", className: "link", onclick: () => stands(one.key) }, one.key), ` ${one.title ?? ""}`)));
};
list();
document.documentElement.dataset.ready = performance.now().toFixed(0);
