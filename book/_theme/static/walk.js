// A proof to walk through: from step to step by the buttons or the arrow keys, to where it stops without a hypothesis, and
// on an object of the reader's, whose numbers the page's Python (python.js) computes.
(function () {
  "use strict";
  document.querySelectorAll(".proof").forEach((proof) => {
    const walk = proof.querySelector(".runs"), hypotheses = proof.querySelector(".hypotheses"), steps = [...proof.querySelectorAll(".step")];
    if (!walk || !steps.length) { return; }
    const runs = new Map([...walk.querySelectorAll(".run")].map((run) => [run.dataset.without, run]));
    const make = (tag, text, about) => Object.assign(document.createElement(tag), { textContent: text, ...about });
    const back = make("button", "←", { type: "button", ariaLabel: "Step back" });
    const next = make("button", "Next step →", { type: "button", className: "first" });
    const where = make("span", "", { className: "where" });
    const says = make("p", "", { className: "says" });
    says.setAttribute("role", "status");
    const keys = make("div", "", { className: "keys" });
    const change = make("button", "Change the object", { type: "button", hidden: !PYTHON.isThere });
    keys.append(back, next, where, change);
    walk.prepend(keys, says);
    hypotheses?.querySelector(".head").append(make("span", " Strike one out, and the proof stops where it was needed.", { className: "needed" }));
    let at = -1, without = "", own = null, asked = 0; // own: part -> text of the reader's
    const given = runs.get("");

    const stateOf = (step) => {
      const states = [...step.querySelectorAll(".now")].map((line) => line.dataset.state);
      return states.includes("fails") ? "fails" : states.length ? "holds" : without ? "unreached" : "idle";
    };
    const last = () => { const stop = steps.findIndex((step) => stateOf(step) === "fails"); return stop < 0 ? steps.length - 1 : stop; };

    function show(scroll) {
      steps.forEach((step, k) => {
        step.dataset.state = stateOf(step);
        step.toggleAttribute("data-current", k === at);
        k === at ? step.setAttribute("aria-current", "step") : step.removeAttribute("aria-current");
      });
      back.disabled = at <= 0;
      next.textContent = without ? "Put it back" : at < 0 ? "Walk through the proof" : at < last() ? "Next step →" : "From the start";
      where.textContent = at < 0 ? "" : `step ${at + 1} of ${steps.length}`;
      const now = at < 0 ? [] : [...steps[at].querySelectorAll(".now")];
      says.replaceChildren(...(at < 0 ? [] : [make("strong", `${at + 1}${stateOf(steps[at]) === "fails" ? " fails" : ""}. `)]),
        ...(now.length ? [...(now.find((line) => line.dataset.state === "fails") ?? now[0]).cloneNode(true).childNodes] : []));
      says.classList.toggle("breaks", at >= 0 && stateOf(steps[at]) === "fails");
      if (scroll && at >= 0) { steps[at].scrollIntoView({ block: "center" }); }
    }

    function choose(name) {
      without = name;
      runs.forEach((run, key) => { run.hidden = key !== name; });
      steps.forEach((step) => {
        const lines = [...runs.get(name).querySelectorAll(".lines > li")].filter((line) =>
          line.dataset.step === step.dataset.step || line.dataset.step.startsWith(`${step.dataset.step}/`));
        step.querySelector(".numbers").replaceChildren(...lines.map((line) => {
          const now = make("p", "", { className: "now" });
          Object.assign(now.dataset, { step: line.dataset.step, state: line.dataset.state });
          now.append(...[...line.cloneNode(true).childNodes]);
          return now;
        }));
      });
      hypotheses.querySelectorAll("[role=switch]").forEach((one) => one.setAttribute("aria-checked", String(one.dataset.without !== name)));
      at = name ? last() : at;
      show(Boolean(name));
    }

    function put(run, about = "") { // as the run with all hypotheses
      runs.get("").replaceWith(run);
      runs.set("", run);
      choose("");
      if (own) { edit(run); }
      const stop = steps.findIndex((step) => stateOf(step) === "fails");
      if (stop >= 0) { at = stop; show(true); about = "This object lacks a hypothesis. "; }
      if (about) { says.prepend(about); }
    }
    async function walkOn(part, text) {
      const question = ++asked;
      own[part] = text;
      says.replaceChildren(PYTHON.isRunning() ? "Python walks on this object ..." : "Starting Python: some seconds ...", " ",
        make("button", "Stop", { type: "button", onclick: PYTHON.stop }));
      const told = await PYTHON.ask({ label: `walk ${question}`, walk: { claim: proof.dataset.claim, parts: own } });
      if (question !== asked || !own) { return; }
      PYTHON.keep(told.kind !== "the judge failed");
      says.classList.toggle("breaks", told.kind !== "walked");
      if (told.kind !== "walked") { says.textContent = told.message; return; }
      const held = proof.contains(document.activeElement) && document.activeElement.name;
      put(make("div", "", { innerHTML: told.message }).firstChild, "Every step holds on your object. ");
      (held && proof.querySelector(`[name="${held}"]`))?.focus();
    }
    // Rows on a line: dragged from point to point, or moved by the arrow keys.
    function move(drawn, database, then, name) {
      drawn.removeAttribute("role");
      const put = (row, at) => { if (drawn.querySelector(`[data-at="${at}"]`) && database[row] !== String(at)) { then(database.map((one, k) => (String(k) === row ? String(at) : one))); } };
      drawn.querySelectorAll("i").forEach((mark) => {
        const { row } = mark.dataset, at = Number(database[row]);
        const held = make("button", "", { type: "button", name: `${name} ${row}`, ariaLabel: `row ${Number(row) + 1}, at ${at}: arrows move it` });
        held.addEventListener("keydown", (event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step) { event.preventDefault(); event.stopPropagation(); put(row, at + step); }
        });
        held.addEventListener("pointerdown", (event) => held.setPointerCapture(event.pointerId));
        held.addEventListener("pointerup", (event) => {
          const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
          if (over && drawn.contains(over)) { put(row, Number(over.dataset.at)); }
        });
        mark.replaceWith(held);
      });
    }
    function edit(run) {
      run.querySelectorAll("dd[data-part]").forEach((place) => {
        const { part, text } = place.dataset, label = place.previousElementSibling.textContent, rows = text.split(" ");
        if (!place.querySelector(".bits")) {
          const field = make("input", "", { name: part, value: text, size: Math.max(4, text.length + 2), ariaLabel: label, spellcheck: false });
          field.addEventListener("change", () => walkOn(part, field.value));
          const drawn = place.querySelector(".points");
          if (drawn) { move(drawn, text.split(", "), (database) => walkOn(part, database.join(", ")), `${part} row`); }
          place.replaceChildren(...(drawn ? [drawn] : []), field);
          return;
        }
        place.querySelectorAll("tr").forEach((row, y) => [...row.cells].forEach((cell, x) => {
          const bit = make("button", cell.textContent, { type: "button", name: `${part} ${y} ${x}`, ariaLabel: `${label}, row ${y + 1}, place ${x + 1}: ${cell.textContent}` });
          bit.addEventListener("click", () => {
            rows[y] = rows[y].slice(0, x) + (1 - Number(rows[y][x])) + rows[y].slice(x + 1);
            walkOn(part, rows.join(" "));
          });
          cell.replaceChildren(bit);
        }));
      });
    }
    change.addEventListener("click", () => {
      own = own ? null : {};
      asked += 1;
      change.textContent = own ? "Put the page's object back" : "Change the object";
      put(own ? given.cloneNode(true) : given);
    });

    proof.querySelectorAll(".hypothesis").forEach((one) => {
      one.setAttribute("role", "switch");
      one.setAttribute("aria-checked", "true");
      one.tabIndex = 0;
      const turn = () => choose(one.dataset.without === without ? "" : one.dataset.without);
      one.addEventListener("click", turn);
      one.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); turn(); } });
    });
    const go = (to) => { at = Math.max(0, Math.min(last(), to)); show(true); };
    back.addEventListener("click", () => go(at - 1));
    next.addEventListener("click", () => { if (without) { choose(""); } else { go(at < last() ? at + 1 : 0); } });
    proof.addEventListener("keydown", (event) => {
      if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) { return; }
      if (event.key === "ArrowRight" || event.key === "ArrowLeft") { event.preventDefault(); go(at + (event.key === "ArrowRight" ? 1 : -1)); }
    });
    steps.forEach((step, k) => step.querySelector(".mark").addEventListener("click", () => go(k)));
    proof.classList.add("walked");
    show(false);
  });
})();
