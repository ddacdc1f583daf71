/** Postfox in a thread of its own. A request is {id, do, with}; its answer {id, made} or {id, fault}.
 *
 * Before the first answer {stage, got, all} says how far it is: "fetch" in bytes, then "start" and "load"; who makes a
 * file tells {id, page, pages}. Python cannot be interrupted: to stop, the page ends the worker. Matches are safe then,
 * for what is kept of them lies in the browser's own store, and is written when a request is done.
 */
const PACKS = "{packs}"; // by name: its file, and how many bytes come over the wire
const BASE = new URL("py/", self.location.href).href;
const HOME = "/lib/python3.14", SITE = `${HOME}/site-packages`;
const NEEDS = { print: Object.keys(PACKS).filter((name) => /^(kit|fonts|face-.*)$/.test(name)), play: ["play", "play-wasm"] };
const tell = (message, move) => self.postMessage(message, move ?? []);

const sizes = {}, came = {}; // by pack: its bytes, and how many of them have come
let told = 0, lost = false; // `lost`: the line was, or the file is not there any more; said once
const gone = () => { throw new Error(lost ||= "lost"); };
const sum = (counts) => Object.values(counts).reduce((one, other) => one + other, 0);
/** A packed file as a stream of its bytes; hosts need not know that it is pressed. */
const stream = async (name) => {
  const { file, size } = PACKS[name];
  sizes[name] = size, came[name] = 0;
  const answer = await fetch(BASE + file).catch(gone);
  if (!answer.ok) throw new Error(lost = "stale");
  const reader = answer.body.getReader();
  return new ReadableStream({ async pull(to) {
    const { done, value } = await reader.read().catch(gone);
    if (done) return came[name] < size ? gone() : to.close(); // not every browser says that a file broke off
    came[name] += value.length;
    const got = sum(came), all = sum(sizes);
    if (performance.now() - told > 80 || got >= all) told = performance.now(), tell({ stage: "fetch", got, all });
    to.enqueue(value);
  } }).pipeThrough(new DecompressionStream("gzip"));
};
/** What is wrong, as a page can say it: a word of its own, or a sentence. */
const said = (fault) => {
  const text = lost || String(fault?.message ?? fault).trim().split("\n").pop().replace(/^(ValueError|(adjudicator|printables)[\w.]*): |\.$/g, "").slice(-300);
  lost = false;
  return text;
};
const bytes = async (name) => new Uint8Array(await new Response(await stream(name)).arrayBuffer());
const script = async (name) => import(URL.createObjectURL(new Blob([await bytes(name)], { type: "text/javascript" })));

/** Puts the files of a pack where Python looks for them. */
const put = (FS, data) => {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(data.subarray(4, at)))) {
    const path = name.startsWith("../") ? `${HOME}/${name.slice(3)}` : `${SITE}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, data.subarray(at, at + size), { canOwn: true });
    at += size;
  }
};

let py, bridge, come; // `come`: the packs that are there, as Python knows them
const there = new Map();
const have = (name) => {
  if (!there.has(name)) there.set(name, bytes(name).then((data) => { come.add(name); put(py.FS, data); }).catch((fault) => { there.delete(name); throw fault; }));
  return there.get(name);
};
/** What no usual request takes comes while Python waits for it. */
self.late = (name) => {
  const request = new XMLHttpRequest();
  request.open("GET", BASE + PACKS[name].file, false);
  request.responseType = "arraybuffer";
  try { request.send(); } catch { /* the status says it */ }
  if (request.status !== 200) throw new Error(lost = request.status ? "stale" : "lost");
  const plain = py.runPython("import zlib; lambda data: zlib.decompress(data.to_bytes(), 31)")(new Uint8Array(request.response));
  put(py.FS, plain.toJs());
  plain.destroy();
};
const LATE = `
import json, sys, js
from importlib.machinery import PathFinder
from pathlib import Path
_late = json.loads(Path("${SITE}/late.json").read_text())
for _name in _late:
    _path = Path("${HOME}" if _name.startswith("../") else "${SITE}") / _name.removeprefix("../")
    _path.parent.mkdir(parents=True, exist_ok=True)
    _path.touch()
class Loose:
    """What a package of the pressed library lacks lies beside it."""
    @staticmethod
    def find_spec(name, path=None, target=None):
        above = name.rpartition(".")[0]
        return PathFinder.find_spec(name, ["${HOME}/" + above.replace(".", "/")]) if above else None
sys.path.append("${HOME}")
sys.meta_path.append(Loose)
def _wanted(event, given):
    path = given[0] if event == "open" else given[1] if event == "import" else None
    if isinstance(path, str):
        pack = _late.get(path.removeprefix("${SITE}/"), _late.get("../" + path.removeprefix("${HOME}/")))
        if pack and pack not in _come:
            _come.add(pack)
            try:
                js.late(pack)
            except BaseException:
                _come.discard(pack)
                raise OSError(pack) from None
_come = set()
sys.addaudithook(_wanted)
`;

const start = async () => {
  const [loader, inner] = [script("pyodide.mjs"), script("pyodide.asm.mjs")];
  const wasm = stream("pyodide.asm.wasm").then((body) => new Response(body, { headers: { "Content-Type": "application/wasm" } }));
  const library = bytes("stdlib.zip"), core = bytes("core"), more = bytes("core-wasm"), real = self.fetch;
  self.fetch = (url, ...rest) => {
    const asked = String(url?.url ?? url);
    if (asked.endsWith("pyodide.asm.wasm")) return wasm;
    if (asked.endsWith("python_stdlib.zip")) return library.then((data) => new Response(data));
    return real(url, ...rest);
  };
  const { loadPyodide } = await loader, { default: createPyodideModule } = await inner;
  Promise.all([library, core, more]).then(() => tell({ stage: "start" }));
  py = await loadPyodide({
    indexURL: BASE, createPyodideModule, lockFileContents: { info: "{info}", packages: {} },
    env: { HOME: "/home/web", PYTHONINSPECT: "" },
    fsInit: async (FS) => { for (const data of await Promise.all([core, more])) put(FS, data); },
  });
  self.fetch = real;
  tell({ stage: "load" });
  py.runPython(LATE);
  come = py.globals.get("_come");
  bridge = py.pyimport("adjudicator.browser");
  bridge.begin((page, pages) => tell({ id: asking, page, pages }));
};
let asking = 0;
const started = start();
started.then(() => tell({ stage: "ready" }), (fault) => tell({ stage: "broken", fault: said(fault) }));

/** What Python gave, as what a page can be sent. */
const plain = (given) => {
  if (!given?.toJs) return given;
  const made = given.toJs({ dict_converter: Object.fromEntries });
  given.destroy();
  return made;
};

/* The browser's store: of each match the ZIP of its folder, what a list says of it, and a stamp that each change renews. */
const base = () => new Promise((done, fail) => {
  const asked = indexedDB.open("postfox", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("matches");
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});
const store = async (mode, act) => {
  const held = await base();
  return new Promise((done, fail) => {
    const change = held.transaction("matches", mode, { durability: "strict" }), asked = act(change.objectStore("matches"));
    change.oncomplete = () => done(asked.result);
    change.onabort = () => fail(change.error);
  }).finally(() => held.close());
};
const stamps = new Map();
/** A match as the store has it: another window may have played on. */
const fresh = async (key) => {
  const kept = await store("readonly", (matches) => matches.get(key)).catch(() => null);
  if (!kept || stamps.get(key) === kept.stamp) return;
  bridge.unpacked(py.toPy(new Uint8Array(kept.zip)));
  stamps.set(key, kept.stamp);
};
/** Keeps a match; whether it could be kept. */
const keep = async (key) => {
  const zip = plain(bridge.packed(key)), stamp = crypto.getRandomValues(new Uint32Array(2)).join("-");
  stamps.set(key, stamp);
  return store("readwrite", (matches) => matches.put({ zip, stamp, facts: plain(bridge.facts(key)) }, key)).then(() => true, () => false);
};

/** One file of what a command has made; it is gone from Python's folder then. */
const taken = (path) => {
  const data = py.FS.readFile(path);
  py.FS.unlink(path);
  return data;
};
const DO = {
  /** A command as it is typed. `put`: texts by their paths, which are there before; `files`: what it reports to have
   *  written comes along, several as a ZIP if that has a name; `key`: the match that it changes. */
  command: async ({ words, given = "", put = [], files = false }) => {
    for (const [path, text] of put) py.FS.mkdirTree(path.slice(0, path.lastIndexOf("/"))), py.FS.writeFile(path, text);
    const made = plain(bridge.command.callKwargs(...words, { given }));
    const wrote = files && !made.code ? JSON.parse(made.said).map(({ file }) => file) : [];
    const paths = wrote.map((file) => (file.startsWith("/") ? file : `${py.FS.cwd()}/${file}`));
    const zip = files !== true && paths.length > 1 && plain(bridge.zipped(paths));
    const came = paths.map((path) => [path.split("/").pop(), taken(path)]);
    return { ...made, files: zip ? [[files, zip]] : came };
  },
  table: async ({ address, language, text }) => {
    const sent = plain(text === undefined ? bridge.table(address, language) : bridge.table(address, language, text));
    return sent ? { kind: sent[0], data: sent[1] } : null;
  },
  desk: async ({ key, language, since }) => plain(bridge.desk(key, language, since)),
  due: async ({ key }) => (bridge.due(key), {}),
  pack: async ({ key }) => plain(bridge.packed(key)),
  unpack: async ({ data }) => ({ key: bridge.unpacked(py.toPy(new Uint8Array(data))) }),
};

/** One window after the other, where the browser lets them know of each other. */
const alone = async (key, act) => {
  let begun = false;
  try {
    return await navigator.locks.request(`postfox ${key}`, () => (begun = true, act()));
  } catch (fault) {
    if (begun) throw fault;
    return act();
  }
};
const answer = async ({ id, do: what, with: given }) => {
  await started;
  await Promise.all(NEEDS[given.need ?? "play"].map(have));
  const act = async () => {
    if (given.key) await fresh(given.key);
    asking = id;
    tell({ stage: "work" });
    const made = await DO[what](given);
    if (lost) throw new Error(lost); // in the middle: what is kept stays as it was
    const key = given.changes ?? made?.key;
    if (key && made) made.kept = await keep(key);
    return made;
  };
  const made = await (given.key ? alone(given.key, act) : act());
  tell({ id, made });
};
let last = Promise.resolve(); // one after the other
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data)).catch((fault) => {
    stamps.delete(data.with.key);
    tell({ id: data.id, fault: said(fault) });
  });
};
