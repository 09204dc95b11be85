// The fields of a notebook: controls of native elements, and what is seen. Each element keeps its keys for itself:
// JupyterLab would take arrows and Enter for its own.
const made = (tag, given = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name in element) { element[name] = value; } else { element.setAttribute(name, value); }
  }
  if (["input", "select", "button"].includes(tag)) { element.setAttribute("data-lm-suppress-shortcuts", "true"); }
  element.append(...inside);
  return element;
};

// Each kind: of a specification, and of what tells a new state, the elements and a function that shows a state.
// `tell(state, done)`: the reader has let go, or is still at it.
const range = (texts, label, tell) => {
  const input = made("input", { type: "range", min: 0, max: texts.length - 1, "aria-label": label });
  const output = made("output");
  const show = (place) => {
    input.value = place;
    output.textContent = texts[place];
    input.setAttribute("aria-valuetext", texts[place]);
  };
  input.addEventListener("input", () => { show(+input.value); tell(+input.value, false); });
  input.addEventListener("change", () => tell(+input.value, true));
  return { input, elements: [input, output], show };
};

const kinds = {
  slider: ({ texts, label }, tell) => range(texts, label, tell),

  steps({ texts, label }, tell) {
    const { elements, input, show } = range(texts, label, tell), button = made("button", { type: "button" });
    let timer = 0;
    const pause = () => { timer = clearInterval(timer) ?? 0; button.textContent = "Play"; };
    const step = () => {
      const next = (+input.value + 1) % texts.length;
      show(next);
      tell(next, true);
      if (next === texts.length - 1 || !button.isConnected) { pause(); }
    };
    button.addEventListener("click", () => {
      if (timer) { pause(); return; }
      button.textContent = "Pause";
      timer = setInterval(step, 700);
      step();
    });
    button.setAttribute("aria-label", `play: ${label}`);
    pause();
    return { elements: [button, ...elements], show };
  },

  choice({ texts, label }, tell) {
    const select = made("select", { "aria-label": label }, ...texts.map((text) => made("option", {}, text)));
    select.addEventListener("change", () => tell(select.selectedIndex, true));
    return { elements: [select], show: (place) => { select.selectedIndex = place; } };
  },

  toggle({ label }, tell) {
    const box = made("input", { type: "checkbox", "aria-label": label });
    box.addEventListener("change", () => tell(box.checked, true));
    return { elements: [box], show: (state) => { box.checked = state; } };
  },

  typed({ label }, tell) {
    const input = made("input", { type: "text", spellcheck: false, "aria-label": label });
    input.addEventListener("change", () => tell(input.value, true));
    input.addEventListener("keydown", ({ key }) => { if (key === "Enter") { tell(input.value, true); } });
    return { elements: [input], show: (text) => { input.value = text; } };
  },

  database({ texts, label }, tell) {
    let state = [], rows = [];
    const box = made("span", { role: "group", "aria-label": label });
    const show = (places) => {
      state = places;
      if (rows.length !== places.length) {
        rows = places.map((_, k) => range(texts, `${label}, row ${k + 1}`, (place, done) => {
          state = state.map((old, i) => (i === k ? place : old));
          tell(state, done);
        }));
        box.replaceChildren(...rows.map(({ elements }) => made("span", { className: "row" }, ...elements)));
      }
      places.forEach((place, k) => rows[k].show(place));
    };
    return { elements: [box], show };
  },

  grid({ rows, columns, examples, label }, tell) {
    let bits = [];
    const table = made("table", { "aria-label": label });
    const select = made("select", { "aria-label": `${label}: examples` },
      ...examples.map(([name]) => made("option", {}, name)));
    select.addEventListener("change", () => tell(examples[select.selectedIndex][1], true));
    const cell = (i, j) => table.rows[i + 1]?.cells[j + 1]?.firstChild;
    const flip = (i, j) => tell(bits.map((row, k) => (k === i ? row.map((bit, l) => (l === j ? 1 - bit : bit)) : row)), true);
    const toward = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const button = (i, j) => {
      const flipper = made("button", { type: "button", tabIndex: i || j ? -1 : 0 });
      flipper.addEventListener("click", () => flip(i, j));
      flipper.addEventListener("keydown", (event) => {
        const [down, right] = toward[event.key] ?? [0, 0], next = (down || right) && cell(i + down, j + right);
        if (next) {
          event.preventDefault();
          [flipper.tabIndex, next.tabIndex] = [-1, 0];
          next.focus();
        }
      });
      return flipper;
    };
    const lay = (count, width) => table.replaceChildren(
      made("tr", {}, made("td"), ...Array.from({ length: width }, (_, j) => made("th", { scope: "col" }, `${j}`))),
      ...Array.from({ length: count }, (_, i) => made("tr", {}, made("th", { scope: "row" }, `${rows} ${i}`),
        ...Array.from({ length: width }, (_, j) => made("td", {}, button(i, j))))));
    const show = (state) => {
      if (state.length !== bits.length || state[0]?.length !== bits[0]?.length) { lay(state.length, state[0]?.length ?? 0); }
      bits = state;
      bits.forEach((row, i) => row.forEach((bit, j) => {
        cell(i, j).textContent = bit;
        cell(i, j).setAttribute("aria-pressed", bit === 1);
        cell(i, j).setAttribute("aria-label", `${rows} ${i}, ${columns} ${j}: ${bit}`);
      }));
    };
    return { elements: examples.length > 1 ? [select, table] : [table], show };
  },

  seen() {
    const picture = made("img"), told = made("pre", { className: "told", "aria-live": "polite" });
    const note = made("p", { className: "note" });
    const show = (state) => {
      picture.hidden = !state.picture;
      told.hidden = !state.told;
      if (state.picture) { [picture.src, picture.alt] = [`data:image/svg+xml;base64,${state.picture}`, state.alt]; }
      [told.textContent, note.textContent] = [state.told, state.note];
    };
    return { elements: [picture, told, note], show };
  },
};

function render({ model, el }) {
  const spec = model.get("spec"), message = made("span", { className: "message", role: "alert" });
  const tell = (state, done) => {
    if (!done && model.get("patient")) { return; }
    if (JSON.stringify(state) === JSON.stringify(model.get("state"))) { return; }
    model.set("state", state);
    model.save_changes();
  };
  const { elements, show } = kinds[spec.kind](spec, tell);
  const say = () => { message.textContent = model.get("message"); };
  el.classList.add("explored");
  el.append(...elements, message);
  show(model.get("state"));
  say();
  model.on("change:state", () => show(model.get("state")));
  model.on("change:message", say);
}

export default { render };
