// The page of the search: the results of what stands in its field, as a list, with the state in the address.
(function () {
  "use strict";
  const { find, instead, address, pieces, text, field, words, isWord, END } = BOOK_SEARCH;
  const FIRST = 20, form = document.querySelector("form.finding"), input = form.querySelector("input");
  const status = document.getElementById("found"), list = document.getElementById("results");
  const more = document.getElementById("more"), hint = document.getElementById("hint"), title = document.title;

  function element(tag, name, ...content) {
    const made = document.createElement(tag);
    if (name) { made.className = name; }
    made.append(...content);
    return made;
  }

  // A word with its power raised and its index lowered.
  const typeset = (word) => word.split(/([_^][-−]?[\p{L}\d]+)/u).filter(Boolean).map((part) =>
    /^[_^]./.test(part) ? element(part[0] === "^" ? "sup" : "sub", "", part.slice(1)) : part);

  function shown(seen, from, to) {
    const marked = new Set(seen.hits.flatMap((hit) => hit.places)), { ids } = seen.passage;
    return pieces(seen.passage, from, to).flatMap(({ place, text: written }) => {
      const word = written.trimStart(), space = isWord[ids[place]] && word !== written ? [" "] : [];
      const lowers = (at) => words[ids[at]] === "_" && /^\p{L}$/u.test(words[ids[at - 1]] || "") && isWord[ids[at + 1]];
      if (lowers(place)) { return []; }
      const content = isWord[ids[place]] ? typeset((lowers(place - 1) ? "_" : "") + word) : [written];
      return [...space, ...(marked.has(place) ? [element("mark", "", ...content)] : content)];
    });
  }

  // The line around the best place of the text, or its beginning where the name says it all: some 160 letters.
  function excerpt(seen) {
    const { ids, ends } = seen.passage, start = ends[1] + 1, inText = seen.level < 5 && seen.near.hit;
    if (start >= ids.length) { return []; }
    const at = inText ? seen.near.hit.place : start, line = ids.lastIndexOf(END, at) + 1;
    const lengths = pieces(seen.passage, line, ids.length).map((piece) => piece.text.length);
    let from = at, to = at, letters = 0;
    while (from > line && letters < 60) { from--; letters += lengths[from - line]; }
    if (from > line && from < line + 6) { from = line; }
    while (from < at && !isWord[ids[from]]) { from++; }
    for (; to < ids.length && letters < 160; to++) {
      letters += lengths[to - line];
      if (ids[to] === END && letters > 60 && /[.!?]$/.test(words[ids[to - 1]])) { break; }
    }
    if (to < ids.length && ids[to] !== END) { while (to > at + 1 && !isWord[ids[to - 1]]) { to--; } }
    return [from > line ? "… " : "", ...shown(seen, from, to), to < ids.length && ids[to] !== END ? " …" : ""];
  }

  // What leads to a passage: its number and name, or its name; beside it the paper.
  function link(seen) {
    const { passage } = seen, [from, to] = field(passage, 0), made = element("a"), [page, anchor] = address(passage).split("#");
    made.href = `${page}.html${anchor && `#${encodeURIComponent(anchor)}`}`;
    if (passage.kind === "n") {
      made.append(element("code", "", ...shown(seen, from, to)));
      return [made];
    }
    if (passage.id) {
      const [first, ...number] = text(passage, 0).split(" "), paper = passage.id.split("-")[0];
      const start = pieces(passage, from, to).find((piece) => piece.text.startsWith(" "));
      made.append(element("strong", "", ...(number.length ? shown(seen, start.place, to) : [passage.id])), " ");
      made.append(...shown(seen, ...field(passage, 1)));
      return [made, element("span", "paper", first === "ours" ? `ours, ${paper}` : paper)];
    }
    made.append(...shown(seen, ...field(passage, 1)));
    return [made];
  }

  function place(seen) {
    const { passage } = seen, top = passage.page;
    if (passage.kind === "n") { return passage.module; }
    const part = text(top, 0).replace(/ (?=§|[A-Z]+\d+$)/, ", ");
    return passage === top ? part || "The book" : [part, text(top, 1)].filter(Boolean).join(" · ");
  }

  function result(seen) {
    const item = element("li", "result", element("p", "head", ...link(seen)), element("p", "place", place(seen)));
    const line = excerpt(seen);
    if (line.length) { item.append(element("p", "excerpt", ...line)); }
    if (seen.more.length) {
      const inner = element("ol", "", ...seen.more.map((one) => {
        const part = element("li", "", element("p", "head", ...link(one)));
        part.append(element("p", "excerpt", ...excerpt(one)));
        return part;
      }));
      const count = `${seen.more.length} more place${seen.more.length > 1 ? "s" : ""} on this page`;
      item.append(element("details", "", element("summary", "", count), inner));
    }
    return item;
  }

  function show(all) {
    const typed = input.value.trim(), results = typed ? find(typed) : [];
    list.replaceChildren(...results.slice(0, all ? Infinity : FIRST).map(result));
    more.hidden = all || results.length <= FIRST;
    more.textContent = `Show all ${results.length}`;
    hint.hidden = Boolean(typed);
    status.replaceChildren(...(typed ? said(typed, results) : []));
    document.title = typed ? `${typed} · ${title}` : title;
    try {
      history.replaceState(null, "", typed ? `?q=${encodeURIComponent(typed)}` : location.pathname);
    } catch { /* an address that cannot be changed stays as it is */ }
  }

  function said(typed, results) {
    if (results.length) { return [`${results.length} result${results.length > 1 ? "s" : ""}`]; }
    const found = instead(typed), told = [found.length ? "Nothing found: " : "Nothing has all of these."];
    found.forEach(({ word, other }) => {
      told.push(`the book does not have “${word}”. `);
      if (other) {
        const made = element("a", "", other);
        made.href = `?q=${encodeURIComponent(typed.toLowerCase().replace(word, other))}`;
        told.push("Try ", made, "? ");
      }
    });
    return told;
  }

  let waiting;
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 150); });
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); show(); });
  more.addEventListener("click", () => { show(true); list.children[FIRST].querySelector("a").focus(); });

  // Arrow down from the field goes into the results, and through them; up, and Escape, go back.
  document.querySelector("main").addEventListener("keydown", (event) => {
    const stops = [input, ...[...list.querySelectorAll("a, summary")].filter((stop) => stop.checkVisibility())];
    const at = stops.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 }[event.key];
    if (at < 0 || to === undefined || !stops[to] || (event.key === "Escape" && at === 0)) { return; }
    event.preventDefault();
    stops[to].focus();
  });

  input.value = new URLSearchParams(location.search).get("q") || "";
  show();
  input.focus({ preventScroll: true });
})();
