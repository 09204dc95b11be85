// The switch of the colour scheme: what is chosen is kept, else the system's choice holds.
(function () {
  "use strict";
  const root = document.documentElement, button = document.querySelector(".scheme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.scheme ? root.dataset.scheme === "dark" : system.matches;
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    try { localStorage.setItem("scheme", root.dataset.scheme); } catch { /* a page without storage forgets */ }
    label();
  });
  system.addEventListener("change", label);
  label();
})();

// Sliders: every picture but the one shown is loaded at the first touch, and the value, and what is told, as it is.
document.querySelectorAll(".frames").forEach((box) => {
  "use strict";
  const [frames, values, texts] = ["frames", "values", "told"].map((name) => JSON.parse(box.dataset[name] ?? "[]"));
  const [picture, control, value, told] = ["img", "input", "output", ".told"].map((name) => box.querySelector(name));
  const load = () => { frames.forEach(([address]) => { new Image().src = address; }); };
  control.addEventListener("pointerenter", load, { once: true });
  control.addEventListener("focus", load, { once: true });
  control.addEventListener("input", () => {
    if (picture) { [picture.src, picture.alt] = frames[control.value]; }
    if (told) { told.textContent = texts[control.value]; }
    value.textContent = values[control.value];
    control.setAttribute("aria-valuetext", values[control.value]);
  });
});

// "/" leads to the field of the search, unless something is being typed.
document.addEventListener("keydown", (event) => {
  "use strict";
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  const field = document.querySelector("form.finding input, form.search input");
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || typing || !field) { return; }
  event.preventDefault();
  field.focus();
  field.select();
});

// Who follows a link by keyboard, and comes back, finds the focus where it was. (Browsers that keep the page do it
// themselves; of pages that are read from a file they keep none.)
(function () {
  "use strict";
  const links = () => [...document.querySelectorAll("main a[href]")];
  document.addEventListener("click", (event) => {
    const left = links().indexOf(event.target.closest("a"));
    if (event.detail === 0 && left >= 0) { history.replaceState({ ...history.state, left }, ""); }
  });
  const [arrival] = performance.getEntriesByType("navigation");
  if (arrival?.type === "back_forward" && history.state?.left !== undefined) {
    links()[history.state.left]?.focus({ preventScroll: true });
  }
})();

// A figure is told how wide it is drawn.
document.querySelectorAll(".cell_output > img, .picture > img").forEach((picture) => {
  "use strict";
  const tell = () => { picture.style.setProperty("--drawn", `${picture.naturalWidth}px`); };
  picture.addEventListener("load", tell);
  if (picture.complete) { tell(); }
});

// What scrolls sideways is reached by keyboard; what fits is no stop on the way. On paper nothing scrolls: all drawers
// are open, and the style sheet is told how many of its letters a box is wide, so that they shrink as they must.
(function () {
  "use strict";
  const boxes = document.querySelectorAll("pre, .formula, .cell_output .output, table, .cell_output:has(> img), .picture");
  const down = (box) => box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== "hidden";
  const measure = (box) => {
    if (box.scrollWidth > box.clientWidth || down(box)) { box.tabIndex = 0; }
    else { box.removeAttribute("tabindex"); }
  };
  const watched = new ResizeObserver((entries) => { entries.forEach((entry) => { measure(entry.target); }); });
  boxes.forEach((box) => { watched.observe(box); });
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((drawer) => { drawer.open = true; });
    [...boxes].filter((box) => box.scrollWidth > box.clientWidth).forEach((box) => {
      box.style.setProperty("--wide", box.scrollWidth / parseFloat(getComputedStyle(box).fontSize));
    });
  });
  window.addEventListener("afterprint", () => { closed.forEach((drawer) => { drawer.open = false; }); });
})();
