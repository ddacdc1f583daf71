/** A game's page: its kit as a PDF, for which most need no Python at all. */
import { $, PAGE, ask, el, picked, run, save, typed, word } from "./client.js";

const form = $("kit");
form.reset(); // browsers keep what was chosen when a page is loaded again
const usual = { ...picked(form), language: "en" };
const chosen = (names = [...new Set([...form.elements].map(({ name }) => name))]) => typed(form, usual, names);
const BOARD = ["paper", "theme", "language", "variant", "option", "orientation", "scale", "space-mm", "safe-colours"]; // what its picture follows
const quoted = (text) => (/^[\w./:,=&-]+$/.test(text) ? text : `'${text}'`);
/** The kit that lies there ready made, if it is what is chosen. */
const ready = (words) => PAGE.kits[words.filter((text) => text !== "--paper" && text !== "--language").sort().join(" ")];

let drawing = 0, awake = false;
const shown = async () => {
  const words = chosen(), kit = ready(words), mine = ++drawing;
  $("command").textContent = ["postfox print", ...PAGE.game, ...words].map((text, n) => (n ? quoted(text) : text)).join(" ");
  $("make").textContent = word(kit ? "save-kit" : "make-kit").replace("PDF", picked(form).format.toUpperCase());
  $("make-say").textContent = kit ? kit.say : awake ? word("made-here") : word("made-here-first", { size: PAGE.first });
  if (!awake) return void ($("picture").src = PAGE.up + PAGE.picture.replace("{theme}", form.elements.theme.value));
  await new Promise((done) => setTimeout(done, 200)); // more may be typed
  if (mine !== drawing) return;
  const made = await ask("command", { words: ["print", ...PAGE.game, ...chosen(BOARD), "--sheet", "board", "--format", "svg", "--outlines", "--json"], files: true, need: "print" }).catch(() => null);
  if (mine !== drawing || !made?.files?.length) return;
  const url = URL.createObjectURL(new Blob([made.files[0][1]], { type: "image/svg+xml" }));
  $("picture").onload = () => URL.revokeObjectURL(url);
  $("picture").src = url;
};
form.oninput = shown;
const how = () => word("print-how", { edge: PAGE.words[`flip-${picked(form).flip}`] });
form.onsubmit = async (event) => {
  event.preventDefault();
  const words = chosen(), kit = ready(words), say = $("kit-say");
  if (kit) {
    el("a", { href: PAGE.up + kit.file, download: kit.file.split("/").pop() }).click();
    return void (say.textContent = how());
  }
  $("make").disabled = true;
  const made = await run($("kit-bar"), ["print", ...PAGE.game, ...words, "--json"], { files: `${PAGE.game[0]}.zip`, need: "print" });
  $("make").disabled = false;
  if (!made) return;
  for (const [name, data] of made.files) save(data, name);
  awake = true;
  say.textContent = `${made.files.map(([name, data]) => `${name}, ${Math.round(data.length / 1000)} KB`).join("; ")}. ${how()}`;
  shown();
};
shown();
document.documentElement.dataset.ready = performance.now().toFixed(0);
