// Python in a worker of its own: it judges one answer after the other, and ends with its page or when it is terminated.
const JUDGED = `
import json
from contextlib import redirect_stdout
from io import StringIO
from privlearn.coursework import Exercise, judge_answer

def judged(exercise, code):
    with redirect_stdout(StringIO()) as printed:
        verdict = judge_answer(Exercise(**json.loads(exercise)), code)
    text = printed.getvalue().rstrip().removesuffix(verdict.message).rstrip()  # the stub prints the verdict too
    return json.dumps({"kind": verdict.kind, "message": verdict.message, "printed": text})

judged`;
let judging = null;

async function start({ pyodide, library, root }) {
  const indexURL = new URL(pyodide, root).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL, packages: ["numpy", "joblib"] }),
    fetch(new URL(library, root)).then((found) => found.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return python.runPython(JUDGED);
}

onmessage = async ({ data: { label, exercise, code, live } }) => {
  try {
    judging ??= start(live);
    const judged = await judging;
    postMessage({ label, ...JSON.parse(judged(JSON.stringify(exercise), code)) });
  } catch (error) { // of ours, or of Python itself, which may not survive it
    postMessage({ label, kind: "the judge failed", message: `the judge failed: ${error.message}`, lost: true });
  }
};
