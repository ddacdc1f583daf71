// Runs a Python file within Pyodide: node.mjs PYODIDE FILE FOLDER..., each folder seen under its own path.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, file, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const py = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } }); // where in its line code stands takes bytes
for (const folder of folders) py.FS.mkdirTree(folder), py.FS.mount(py.FS.filesystems.NODEFS, { root: folder }, folder);
try {
  py.globals.set("folders", py.toPy(folders));
  await py.runPythonAsync(fs.readFileSync(file, "utf8"));
} catch (fault) {
  console.error(String(fault?.message ?? fault).slice(-2000));
  process.exit(1);
}
process.exit(0);
