// Runs the worker of the built site under Node: a program. Its argument is the site's folder, its input a list of jobs
// as JSON, each what a page sends to the worker but for what all pages send; it prints what the worker posts, a line each.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = pathToFileURL(`${process.argv[2]}/`);
const read = (file) => readFileSync(new URL(file, root), "utf8");
const live = { ...JSON.parse(read("live/files.js").match(/\{.*\}/s)[0]), root: root.href };
let heard = null;
globalThis.onmessage = null;
globalThis.postMessage = (message) => heard(message);
globalThis.fetch = async (address) => new Response(readFileSync(fileURLToPath(address)));
globalThis.folder = fileURLToPath; // Pyodide takes a path here, where it takes an address in a browser
const [before, after] = ["loadPyodide({ indexURL,", "loadPyodide({ indexURL: folder(indexURL),"];
const worker = read("_static/live-worker.js");
if (!worker.includes(before)) { throw new Error(`the worker has no ${before}`); }
await import(`data:text/javascript,${encodeURIComponent(worker.replace(before, after))}`);
for (const job of JSON.parse(readFileSync(0, "utf8"))) {
  const told = new Promise((done) => { heard = done; });
  globalThis.onmessage({ data: { ...job, live } });
  console.log(JSON.stringify(await told));
}
