/** The table: its pages lie in a frame, and what they ask goes to the referee in the worker. */
import { $, PAGE, asked, kept, save, saved, word } from "./client.js";

const frame = $("frame"), bar = $("bar"), decoder = new TextDecoder();
let at = ""; // where the frame is, below the table's address: "", or match/NAME/
const where = (path) => {
  const url = new URL(path, `http://table/${at}`);
  return url.pathname.slice(1) + url.search;
};
const keyOf = (address) => (address.startsWith("match/") ? decodeURIComponent(address.split("/")[1]) : "");

/** The page at an address of the table; the home screen is a file of the site, and may open with a game to `begin`. */
const open = async (address, begin = "") => {
  at = address;
  $("save").hidden = !at;
  if (!at) {
    frame.removeAttribute("srcdoc");
    frame.src = begin ? `${PAGE.home}#${begin}` : PAGE.home;
    return history.replaceState(null, "", location.pathname);
  }
  const sent = await asked(bar, "table", { address, key: keyOf(address), language: PAGE.language });
  if (!sent) return open("");
  frame.srcdoc = decoder.decode(sent.data);
  history.replaceState(null, "", `#${keyOf(at)}`);
};
window.postfox = {
  matches: async () => (await kept()).filter((one) => one.seats && !one.over && !one.mailed),
  ask: async (path, text) => {
    const address = where(path), key = keyOf(address);
    const sent = await asked(bar, "table", { address, key, text, language: PAGE.language, changes: /\/(order|go|back)(\?|$)/.test(address) ? key : undefined });
    if (!sent) throw new Error("gone");
    const came = JSON.parse(decoder.decode(sent.data));
    if (came.go) await asked(bar, "table", { address: `match/${came.go}/`, language: PAGE.language, changes: came.go });
    return came;
  },
  go: (path) => void open(path ? where(path) : at),
};

/** Links of the frame's page lead about the table, or bring a file. */
frame.onload = () => {
  const inner = frame.contentDocument;
  inner?.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || /^(https?|mailto|blob|data):/.test(link.getAttribute("href")) || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    const address = where(link.getAttribute("href"));
    if (!link.hasAttribute("download")) return open(address);
    const sent = await asked(bar, "table", { address, key: keyOf(address), language: PAGE.language });
    if (sent) save(sent.data, link.download, sent.kind);
  });
};
$("save").onclick = () => saved(bar, keyOf(at));
$("load").onchange = async () => {
  const [file] = $("load").files;
  const made = file && await asked(bar, "unpack", { data: await file.arrayBuffer() });
  $("load").value = "";
  if (made) open(`match/${made.key}/`);
};
$("save").textContent = word("save-match");
open(location.hash.length > 1 ? `match/${location.hash.slice(1)}/` : "", new URLSearchParams(location.search).get("new") ?? "");
document.documentElement.dataset.ready = performance.now().toFixed(0);
