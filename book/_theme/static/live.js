// Exercises that are answered on the page, by its Python (python.js).
(function () {
  "use strict";
  const KEPT = "privlearn answer ", root = new URL(document.documentElement.dataset.content_root, location.href);
  const cells = new Map(); // label -> cell of its stub: the first one below the exercise
  let label = "";
  for (const part of document.querySelectorAll(".exercise[id], .cell.tag_exercise-stub")) {
    if (part.matches(".exercise")) { label = part.id; } else if (!cells.has(label)) { cells.set(label, part); }
  }

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const button = (text, onclick) => make("button", { type: "button", textContent: text, onclick });

  // What the browser keeps of answers; one that keeps nothing forgets them with the page.
  const store = {
    read: (name) => { try { return JSON.parse(localStorage.getItem(KEPT + name)); } catch { return null; } },
    write(name, answer) {
      try {
        if (answer) { localStorage.setItem(KEPT + name, JSON.stringify(answer)); } else { localStorage.removeItem(KEPT + name); }
      } catch { /* no room, or not allowed */ }
    },
    all() {
      try { return Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).map((key) => key.slice(KEPT.length)).sort(); }
      catch { return []; }
    },
  };

  function download() {
    const answers = store.all().map((exercise) => ({ exercise, ...store.read(exercise) }));
    const file = new Blob([JSON.stringify({ answers }, null, 1) + "\n"], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "answers.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  let exercises = null;
  async function judge(name, code) {
    exercises ??= await fetch(new URL("live/cells.json", root)).then((found) => found.json());
    return PYTHON.ask({ label: name, exercise: { label: name, ...exercises[name] }, code });
  }

  function enliven(cell, name) {
    const shown = cell.querySelector(".cell_input"), stub = shown.querySelector("pre").textContent.trimEnd();
    const printed = cell.querySelector(".cell_output"), id = `answer-${name}`;
    const field = make("textarea", { id, value: stub, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    const said = make("p", { className: "said" }), output = make("pre");
    said.setAttribute("role", "status");
    const run = button("Run", answer), stopped = button("Stop", () => { PYTHON.stop(); run.focus(); });
    const reset = button("Reset", () => { // by way of the field, whose undo brings the answer back
      field.focus();
      field.select();
      document.execCommand("insertText", false, stub);
      store.write(name, null);
      show(null);
    });
    const title = document.getElementById(name)?.querySelector(".admonition-title")?.textContent.trim() ?? name;
    const hint = make("label", { htmlFor: id }, `Your answer to ${title} `,
      make("span", { className: "about", textContent: "Ctrl or Cmd + Enter runs it, Tab moves on" }));
    let busy = false;

    const tell = (kind, message, more = "") => {
      said.dataset.kind = kind;
      said.textContent = message;
      output.textContent = more;
      output.hidden = !more;
    };
    const grow = () => { field.rows = field.value.split("\n").length; };
    const show = (kept) => {
      const code = kept?.code ?? stub;
      if (field.value !== code) { field.value = code; }
      grow();
      const verdict = kept ? kept.verdict ?? "not judged since the last change" : printed?.textContent.trim() ?? "";
      tell(kept && !kept.verdict ? "" : verdict.split(":")[0], verdict);
    };
    async function answer() {
      if (busy) { return; }
      const code = field.value;
      busy = true;
      stopped.hidden = false;
      tell("", PYTHON.isRunning() ? "judging ..." : "starting Python: some seconds ...");
      const found = await judge(name, code).catch((error) => ({ kind: "the judge failed", message: `the judge failed: ${error.message}` }));
      busy = false;
      if (document.activeElement === stopped) { run.focus(); }
      stopped.hidden = true;
      tell(found.kind, found.message, found.printed?.replace(`${found.message}\n`, "").trimEnd()); // the stub prints the verdict, too
      if (found.kind === "stopped") { return; }
      if (field.value === code && code !== stub) { store.write(name, { code, verdict: found.message, version: LIVE.version }); }
      PYTHON.keep(found.kind !== "the judge failed");
    }
    field.addEventListener("input", () => {
      grow();
      if (!busy) { tell("", "not judged since the last change"); }
      store.write(name, field.value === stub ? null : { code: field.value, verdict: null, version: LIVE.version });
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") { return; }
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        answer();
      } else { // the next line begins where this one does
        const line = field.value.slice(0, field.selectionStart).split("\n").pop();
        const indent = line.match(/^ */)[0] + (line.trimEnd().endsWith(":") ? "    " : "");
        if (document.execCommand("insertText", false, `\n${indent}`)) { event.preventDefault(); }
      }
    });
    stopped.hidden = true;
    show(store.read(name));
    cell.classList.add("live");
    shown.before(make("div", { className: "answer" }, hint, field, make("div", { className: "controls" }, run, stopped, reset),
      said, output));
  }

  const note = (...children) => make("p", { className: "about answers" }, ...children);
  const lists = [...document.querySelectorAll(".drawer:has(.exercise-list)")];
  let last = [...cells.values(), ...lists].pop();
  while (last.nextElementSibling?.matches("details.solution")) { last = last.nextElementSibling; }
  if (PYTHON.isThere) {
    cells.forEach(enliven);
    for (const link of document.querySelectorAll(".exercise-list a[href*='#']")) {
      if (store.read(link.hash.slice(1))?.verdict?.startsWith("accepted")) { link.after(make("span", { className: "about", textContent: " (accepted)" })); }
    }
    last.after(note("Answers are kept in this browser. ", button("Download my answers", download)));
  } else if (LIVE) {
    last.after(note("Exercises can be answered on this page if it comes from a server: ",
      make("code", { textContent: "python -m http.server" }), " in the folder of the book makes your own machine one."));
  } else {
    last.after(note("This copy of the book was built without Python for the browser: answer its exercises in the notebook."));
  }
})();
