// A proof to walk through: from step to step by the buttons or the arrow keys, and to where it stops without a hypothesis.
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
    keys.append(back, next, where);
    walk.prepend(keys, says);
    hypotheses?.querySelector(".head").append(make("span", " Strike one out, and the proof stops where it was needed.", { className: "needed" }));
    let at = -1, without = "";

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
      says.replaceChildren(...(at < 0 ? [] : [make("strong", `${at + 1}${without && stateOf(steps[at]) === "fails" ? " fails" : ""}. `)]),
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
