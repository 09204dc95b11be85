// Run pieces of code in Pyodide. Arguments: its folder, an archive with the library, what runs a piece, and the pieces.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, archive, program, pieces] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/`, packages: ["numpy", "joblib"], stdout: () => {} });
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/book" });
python.FS.writeFile("/book/run_cells.py", await readFile(program, "utf8"));
const printed = python.runPython(`
import os, sys
sys.path.append("/book")
os.environ["PRIVLEARN_VERDICTS"] = "/book/_build/verdicts.json"  # beside it lie the results that the library keeps
from run_cells import printed
printed`);
const said = JSON.parse(await readFile(pieces, "utf8")).map(([before, code]) => printed(before, code));
process.stdout.write(JSON.stringify(said));
