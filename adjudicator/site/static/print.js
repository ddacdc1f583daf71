/** A game's page: its kit as a PDF, for which most need no Python at all. */
import { $, PAGE, el, run, save, word } from "./client.js";

const form = $("kit"), usual = Object.fromEntries(new FormData(form));
/** The options that differ from the usual ones, as they are typed. */
const chosen = () => {
  const given = Object.fromEntries(new FormData(form)), words = [];
  for (const field of form.elements) {
    if (!field.name || field.name === "language") continue;
    if (field.type === "checkbox") field.checked && words.push(`--${field.name}`);
    else if (given[field.name] !== usual[field.name] && given[field.name]) words.push(`--${field.name}`, given[field.name]);
  }
  if (given.language !== "en") words.push("--language", given.language);
  return words;
};
const quoted = (text) => (/^[\w./:,=&-]+$/.test(text) ? text : `'${text}'`);
/** The kit that lies there ready made, if it is what is chosen. */
const ready = (words) => PAGE.kits[words.filter((text) => text !== "--paper" && text !== "--language").sort().join(" ")];

let drawing = 0, awake = false;
const shown = async () => {
  const words = chosen(), kit = ready(words), mine = ++drawing;
  $("command").textContent = ["postfox print", ...PAGE.game, ...words].map((text, n) => (n ? quoted(text) : text)).join(" ");
  $("make").textContent = word(kit ? "save-kit" : "make-kit");
  $("make-say").textContent = kit ? kit.say : awake ? word("made-here") : word("made-here-first", { size: PAGE.first });
  const theme = form.elements.theme?.value;
  $("picture").src = PAGE.up + PAGE.picture.replace("{theme}", theme);
  if (!awake) return;
  const at = words.indexOf("--sheet"), board = at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
  const made = await import("./client.js").then(({ ask }) => ask("command", { words: ["print", ...PAGE.game, ...board, "--sheet", "board", "--format", "svg", "--outlines", "--json"], files: true, need: "print" })).catch(() => null);
  if (mine !== drawing || !made?.files?.length) return;
  const url = URL.createObjectURL(new Blob([made.files[0][1]], { type: "image/svg+xml" }));
  $("picture").onload = () => URL.revokeObjectURL(url);
  $("picture").src = url;
};
form.oninput = shown;
form.onsubmit = async (event) => {
  event.preventDefault();
  const words = chosen(), kit = ready(words), say = $("kit-say");
  if (kit) {
    el("a", { href: PAGE.up + kit.file, download: kit.file.split("/").pop() }).click();
    return void (say.textContent = word("print-how"));
  }
  $("make").disabled = true;
  const made = await run($("kit-bar"), ["print", ...PAGE.game, ...words, "--json"], { files: true, need: "print" });
  $("make").disabled = false;
  if (!made) return;
  for (const [name, data] of made.files) save(data, name, "application/pdf");
  awake = true;
  say.textContent = `${made.files.map(([name, data]) => `${name}, ${Math.round(data.length / 1000)} KB`).join("; ")}. ${word("print-how")}`;
  shown();
};
shown();
document.documentElement.dataset.ready = performance.now().toFixed(0);
