// Python in a worker of its own: it judges one answer after the other and walks through proofs, and ends with its page or
// when it is terminated.
const JUDGED = `
import json, os, sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO

sys.path.append("/book")
os.environ["PRIVLEARN_VERDICTS"] = "/book/_build/verdicts.json"  # beside it lie the results that the library keeps
from privlearn.coursework import Exercise, judge_answer

FORGET = "\\n__import__('sys').stdout.truncate(__import__('sys').stdout.seek(0))"  # what the set-up printed

def judged(exercise, code):
    exercise = Exercise(**exercise)
    with redirect_stdout(StringIO()) as printed:
        verdict = judge_answer(replace(exercise, setup=exercise.setup + FORGET), code)
    return {"kind": verdict.kind, "message": verdict.message, "printed": printed.getvalue()[-5000:]}

def walked(claim, parts):
    from privlearn.shown.walks import run_on
    try:
        return {"kind": "walked", "message": run_on(claim, parts)}
    except ValueError as error:
        return {"kind": "refused", "message": str(error)}

def told(question):
    question = json.loads(question)
    return json.dumps(walked(**question["walk"]) if question.get("walk") else judged(question["exercise"], question["code"]))

told`;
let telling = null;

async function start({ pyodide, library, root }) {
  const indexURL = new URL(pyodide, root).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL, packages: ["numpy", "joblib"] }),
    fetch(new URL(library, root)).then((found) => found.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/book" });
  return python.runPython(JUDGED);
}

// What does not start may be kept torn (offline.js): the next worker asks the network.
async function forget({ root }) {
  const kept = await caches.open("privlearn");
  for (const request of await kept.keys()) {
    if (request.url.startsWith(new URL("live/", root))) { await kept.delete(request); }
  }
}

onmessage = async ({ data: { label, live, ...question } }) => {
  try {
    telling ??= start(live).catch(async (error) => {
      await forget(live).catch(() => {}); // a browser that keeps nothing
      throw error;
    });
    const told = await telling;
    postMessage({ label, ...JSON.parse(told(JSON.stringify(question))) });
  } catch (error) { // of ours, or of Python itself, which may not survive it
    const message = `the judge failed: ${error.message.trim().split("\n").pop()}`;
    postMessage({ label, kind: "the judge failed", message, lost: true });
  }
};
