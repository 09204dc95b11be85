// The map: for the page that is pointed at, all of its curves, its neighbours and their names; arrow keys move.
(function () {
  "use strict";
  const map = document.querySelector(".map"), told = map.querySelector(".map-told");
  const lanes = [...map.querySelectorAll(".lane")];
  if (!lanes.length) { return; }
  const wide = window.matchMedia("(min-width: 1200px)"), roomy = window.matchMedia("(min-width: 701px)");
  const pages = new Map([...map.querySelectorAll("[data-page]")].map((link) => [link.dataset.page, link]));
  const curves = [...map.querySelectorAll("path")];
  const numbers = (link) => (link.dataset.uses || "").split(" ").filter(Boolean);
  const name = (link) => (link.querySelector(".name") || link).textContent;
  const list = (links) => links.map(name).join(", ");
  const count = (links) => `${links.length} page${links.length === 1 ? "" : "s"}`;

  function show(pointed) {
    const link = pointed && "uses" in pointed.dataset ? pointed : null;  // other pages state nothing
    const page = link && link.dataset.page, uses = link ? numbers(link) : [];
    const users = [...pages.values()].filter((other) => link && numbers(other).includes(page));
    for (const [number, other] of pages) {
      other.classList.toggle("here", other === link);
      other.classList.toggle("used", uses.includes(number));
      other.classList.toggle("user", users.includes(other));
    }
    for (const curve of curves) {
      curve.classList.toggle("to", curve.dataset.user === page);
      curve.classList.toggle("from", curve.dataset.used === page);
    }
    map.classList.toggle("lit", Boolean(link));
    if (!link) { told.replaceChildren(); return; }
    const used = uses.map((number) => pages.get(number)), title = document.createElement("strong");
    title.textContent = (link.querySelector(".title") || link).textContent;
    told.replaceChildren(
      title, used.length ? ` uses ${count(used)}: ${list(used)}.` : " uses no other page.",
      users.length ? ` Used by ${count(users)}: ${list(users)}.` : "");
    told.classList.toggle("high", link.getBoundingClientRect().bottom > window.innerHeight - told.offsetHeight - 8);
  }

  // On a wide window the lanes are one stop of the tab key, and arrow keys move in them.
  const column = (lane) => [...lane.querySelectorAll("li > a")];
  let stop = column(lanes[0])[0];
  function rest() {
    for (const link of lanes.flatMap(column)) { link.tabIndex = wide.matches && link !== stop ? -1 : 0; }
    for (const lane of lanes) { lane.querySelector("details").open = roomy.matches || lane === lanes[0]; }
  }
  function goal(key, link) {
    const lane = lanes.findIndex((one) => one.contains(link)), own = column(lanes[lane]), row = own.indexOf(link);
    const beside = (step) => lanes[lane + step] && column(lanes[lane + step]);
    const across = (other) => other && other[Math.min(row, other.length - 1)];
    switch (key) {
      case "ArrowDown": return own[row + 1];
      case "ArrowUp": return own[row - 1];
      case "Home": return own[0];
      case "End": return own[own.length - 1];
      case "ArrowLeft": return across(beside(-1));
      case "ArrowRight": return across(beside(1));
      default: return null;
    }
  }
  map.addEventListener("keydown", (event) => {
    const link = event.target.closest(".lane li > a");
    if (event.key === "Escape") { show(null); }
    if (!link || !wide.matches || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    const next = goal(event.key, link);
    if (next) { event.preventDefault(); next.focus(); }
  });
  map.addEventListener("focusin", (event) => {
    const link = event.target.closest("[data-page]");
    if (link && link.closest(".lane")) { stop = link; }
    if (wide.matches) {
      for (const other of lanes.flatMap(column)) { other.tabIndex = other === stop ? 0 : -1; }
      show(link);
    }
  });
  map.addEventListener("focusout", (event) => { if (!map.contains(event.relatedTarget)) { show(null); } });
  map.addEventListener("pointerover", (event) => {
    const link = event.target.closest("[data-page]");
    if (link && wide.matches && event.pointerType !== "touch") { show(link); }
  });
  map.addEventListener("pointerleave", () => {
    const focused = document.activeElement;
    show(wide.matches && map.contains(focused) ? focused.closest("[data-page]") : null);
  });
  for (const query of [wide, roomy]) { query.addEventListener("change", () => { show(null); rest(); }); }
  rest();
})();
