// Cards of statements: a link to one shows it when the pointer rests on it, when the keyboard reaches it, and under a
// long press of a finger. The cards of a part of the book come with the first that is shown. Escape closes.
window.STATEMENTS = {};
(function () {
  "use strict";
  const REST = 250, GRACE = 400, PRESS = 400, TREMBLE = 10, BAR = 60, GAP = 24, SMALLEST = 0.7;  // milliseconds, pixels
  const CLAIM = /^#[a-z]{2,}\d\d-/i, ROOT = new URL(document.documentElement.dataset.content_root, location.href).href;
  const NAME = "statement-card", phone = matchMedia("(max-width: 700px)"), loaded = {};
  const card = document.createElement("div"), soon = { timer: 0 }, later = { timer: 0 };
  let shown = null, wanted = null, press = null;
  card.id = NAME;
  card.className = NAME;
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  document.querySelector("main").append(card);

  // The cards of a part, by the anchors of its statements; none if it has no file.
  window.statementsOf = function (part) {
    loaded[part] ??= new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${ROOT}_static/statements/${part}.js`;
      script.onload = script.onerror = () => done(STATEMENTS[part] || {});
      document.head.append(script);
    });
    return loaded[part];
  };

  // The part and the anchor of the statement that a link leads to.
  function target(link) {
    if (link.dataset.statement) { return link.dataset.statement.split("#"); }
    const { href, hash } = link, part = href.startsWith(ROOT) && href.slice(ROOT.length).split(/[/#]/)[1];
    return part && hash ? [part.replace(/\.html$/, ""), decodeURIComponent(hash.slice(1))] : null;
  }

  // The link to a statement at a node: one that is marked, or that has a claim's id as its anchor (a step of a proof).
  const linkAt = (node) => {
    const link = node.closest?.("a[href*='#']"), marked = link?.matches(".statement-link");
    return link && (marked || (CLAIM.test(link.hash) && !link.closest(".finder"))) ? link : null;
  };

  async function show(link) {
    const to = target(link);
    clearTimeout(later.timer);
    if (!to || shown === link) { return; }
    wanted = link;
    const found = (await window.statementsOf(to[0]))[to[1]];
    if (wanted !== link) { return; }
    hide();
    if (!found) { return; }
    card.innerHTML = `<p class="statement-head">${found.head}</p><div>${found.text}</div>
      <p class="about">${found.verdict}</p>`;
    card.hidden = false;
    shown = link;
    link.setAttribute("aria-describedby", NAME);
    place(link);
  }

  function hide() {
    clearTimeout(soon.timer);
    clearTimeout(later.timer);
    shown?.removeAttribute("aria-describedby");
    shown = wanted = null;
    card.hidden = true;
  }

  // Makes formulas smaller that are wider than the card; returns the size of the smallest, 1 if all have room.
  function fit() {
    const text = card.querySelector("div").getBoundingClientRect(), range = document.createRange();
    return Math.min(1, ...[...card.querySelectorAll("math")].map((formula) => {
      formula.style.fontSize = "";
      range.selectNodeContents(formula);
      const size = Math.min(1, text.width / range.getBoundingClientRect().width);
      formula.style.fontSize = size < 1 ? `${100 * size}%` : "";
      return size;
    }));
  }

  // Beside the line in the margin, and up to the text for a wide formula, where there is a margin; else under the line,
  // or above it if there is no room below. On a phone the style sheet says where.
  function place(link) {
    card.style = "";
    if (phone.matches) { fit(); return; }
    const margin = document.querySelector(".margin"), column = document.querySelector("main").getBoundingClientRect();
    const lines = [...link.getClientRects()], line = lines.at(-1);
    const put = (left, width) => {
      card.style.left = `${left + scrollX}px`;
      card.style.width = `${width}px`;
      return fit();
    };
    const aside = margin?.getBoundingClientRect(), free = aside?.right - column.right - GAP;
    const beside = margin?.offsetWidth > 0
      && (put(aside.left, aside.width) === 1 || put(aside.right - free, free) >= SMALLEST);
    const widths = [Math.min(column.width, 460), column.width];
    if (!beside) {
      widths.some((width) => put(Math.max(column.left, Math.min(line.left, column.right - width)), width) === 1);
    }
    const { height } = card.getBoundingClientRect(), room = innerHeight - height - 8;
    const below = line.bottom + 6, above = lines[0].top - height - 6;
    const under = below > room && above > BAR ? above : below;
    card.style.top = `${(beside ? Math.max(BAR, Math.min(line.top - 4, room)) : under) + scrollY}px`;
  }

  const leave = () => {
    clearTimeout(soon.timer);
    clearTimeout(later.timer);
    later.timer = setTimeout(hide, GRACE);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") { return; }
    const link = linkAt(event.target);
    if (card.contains(event.target) || (link && link === shown)) { clearTimeout(later.timer); }
    else if (link) {
      clearTimeout(soon.timer);
      soon.timer = setTimeout(show, REST, link);
    }
  });
  document.addEventListener("pointerout", (event) => {
    const from = linkAt(event.target) || (card.contains(event.target) ? card : null);
    if (event.pointerType !== "touch" && from && !from.contains(event.relatedTarget)) { leave(); }
  });
  document.addEventListener("focusin", ({ target }) => {
    const link = linkAt(target);
    if (link && link.matches(":focus-visible")) { show(link); }
  });
  document.addEventListener("focusout", ({ target }) => { if (linkAt(target) && !card.matches(":hover")) { hide(); } });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") { hide(); } });
  window.addEventListener("hashchange", hide);

  // A finger: a long press shows the card, a tap follows the link, a touch elsewhere closes the card.
  document.addEventListener("pointerdown", (event) => {
    const link = linkAt(event.target);
    press = null;
    if (!card.contains(event.target) && link !== shown) { hide(); }
    if (event.pointerType !== "touch" || !link) { return; }
    press = { x: event.clientX, y: event.clientY, long: false };
    press.timer = setTimeout(() => { press.long = true; show(link); }, PRESS);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > TREMBLE) { clearTimeout(press.timer); }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => { clearTimeout(press?.timer); });
  }
  for (const kind of ["click", "contextmenu"]) {
    document.addEventListener(kind, (event) => {
      if (press?.long && linkAt(event.target)) { event.preventDefault(); }
      if (kind === "click") { press = null; }
    }, true);
  }
})();
