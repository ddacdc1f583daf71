/** The page's side of the worker: ask, hear how far it is, stop it, begin anew; and what all pages of the site share. */
export const $ = (id) => document.getElementById(id);
export const PAGE = JSON.parse($("page").textContent); // words, and what the page is about
export const word = (key, fields = {}) => PAGE.words[key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);

let worker, number = 0, stage = "";
const waiting = new Map();
const begin = () => {
  stage = "fetch";
  const place = new URL("worker.js", import.meta.url);
  worker = new Worker(place, { type: "module" });
  worker.onerror = ({ message }) => message ? ended(message) : fetch(place).then(() => ended("no-worker"), () => ended("lost"));
  worker.onmessage = ({ data }) => {
    if (data.stage === "broken") return ended(data.fault);
    if (data.stage) {
      stage = data.stage;
      for (const one of waiting.values()) one.told(data);
      return;
    }
    const one = waiting.get(data.id);
    if (!one) return;
    if ("page" in data) return one.told({ stage: "pages", got: data.page, all: data.pages });
    waiting.delete(data.id);
    data.fault ? one.fail(new Error(data.fault)) : one.done(data.made);
  };
};
const ended = (fault) => {
  worker?.terminate();
  worker = undefined;
  for (const [id, one] of waiting) waiting.delete(id), one.fail(new Error(fault));
};
/** One request. `told` hears of stages. Fails with what is wrong. */
export const ask = (what, given = {}, told = () => {}) => new Promise((done, fail) => {
  if (!worker) begin();
  const id = ++number;
  waiting.set(id, { told, done, fail });
  told({ stage });
  worker.postMessage({ id, do: what, with: given });
});

const MB = (bytes) => (bytes / 1e6).toFixed(1);
/** What a stage is called, and which part of it is done; none where nobody can know it. */
const said = ({ stage, got, all }) => stage === "fetch" ? [word("stage-fetch", { got: MB(got ?? 0), all: MB(all ?? 0) }), all ? got / all : undefined]
  : stage === "pages" && all ? [word("stage-pages", { got, all }), got / all] : [word(`stage-${stage === "pages" ? "work" : stage || "start"}`), undefined];

/** Asks with a bar that says how far it is, and a way to stop. What is wrong is said below it; undefined then. */
export const asked = async (host, what, given) => {
  const words = el("span"), meter = el("progress", { max: 1 }), stop = el("button", { type: "button", className: "link", onclick: () => ended("stopped") }, word("stop"));
  const say = host.nextElementSibling;
  host.replaceChildren(words, meter, stop);
  host.hidden = false;
  say.textContent = "";
  try {
    const made = await ask(what, given, (data) => {
      const [text, part] = said(data);
      words.textContent = text;
      part === undefined ? meter.removeAttribute("value") : (meter.value = part);
    });
    if (made && "kept" in made) alone(!made.kept);
    return made;
  } catch ({ message }) {
    say.textContent = PAGE.words[message] ?? word("broken", { fault: message });
  } finally {
    host.hidden = true;
  }
};
/** A command as it is typed, with the bar: what it made, or undefined where it was refused, which is said. */
export const run = async (host, words, more = {}) => {
  const made = await asked(host, "command", { words, ...more });
  if (made?.code && !made.said) host.nextElementSibling.textContent = made.wrong.replace(/^postfox: ([A-Z.]+: )?|\/(matches|props)\//gm, "").trim();
  return made?.code && !made.said ? undefined : made;
};

/** What is chosen in a form, by option; of two fields of one name the last that says something. */
export const picked = (form) => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
const REPEATED = ["option", "free", "word"];
/** Options of a form as they are typed: of those named, the ones that differ from the usual. */
export const typed = (form, usual, names, given = picked(form)) => names.flatMap((name) => given[name] === undefined || given[name] === usual[name] ? []
  : REPEATED.includes(name) ? given[name].split(/\s+/).flatMap((one) => [`--${name}`, one])
  : form.elements[name].type === "checkbox" ? [`--${name}`] : [`--${name}`, given[name]]);

/** Matches that this browser keeps: what a list says of each, the last one first. */
export const kept = () => new Promise((done) => {
  const asked = indexedDB.open("postfox", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("matches");
  asked.onerror = () => done([]);
  asked.onsuccess = () => {
    const all = asked.result.transaction("matches").objectStore("matches").getAll();
    all.onerror = () => done([]);
    all.onsuccess = () => { asked.result.close(); done(all.result.map((one) => one.facts).sort((one, two) => two.when - one.when)); };
  };
}).catch(() => []);

/** Takes a match out of this browser. */
export const forget = (key) => new Promise((done) => {
  const asked = indexedDB.open("postfox", 1);
  asked.onerror = () => done(0);
  asked.onsuccess = () => {
    const change = asked.result.transaction("matches", "readwrite");
    change.objectStore("matches").delete(key);
    change.oncomplete = change.onabort = () => { asked.result.close(); alone(false); done(0); };
  };
});

export const el = (name, more = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(more)) key in made ? (made[key] = value) : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};
export const save = (data, name, type) => {
  const link = el("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
/** Whether there is a match that nothing but this page has: it says so, and is not left without a question. */
let loose = false;
const alone = (on) => ($("unkept").hidden = !(loose = on));
addEventListener("beforeunload", (event) => loose && event.preventDefault());
/** A match as a file to keep, or to take to `postfox verify`. */
export const saved = async (host, key) => {
  const zip = await asked(host, "pack", { key });
  if (zip) save(zip, `${key}.zip`, "application/zip"), alone(false);
};

const dark = matchMedia("(prefers-color-scheme: dark)"), theme = (on) => (document.documentElement.dataset.theme = on ? "dark" : "light");
dark.onchange = () => theme(dark.matches);
if ($("theme")) $("theme").onclick = () => theme(document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "light" : !dark.matches), $("theme").hidden = false;
/** A service worker that has just come keeps what this page, and the one in its frame, were made of before. */
const loaded = () => [window, ...Array.from(frames)].flatMap(({ location, performance }) => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
if ("serviceWorker" in navigator && isSecureContext) {
  const service = navigator.serviceWorker;
  service.oncontrollerchange = () => service.controller?.postMessage(loaded().filter((url) => url.startsWith("http")));
  service.register(new URL(PAGE.up + "sw.js", location.href)).catch(() => 0);
}
