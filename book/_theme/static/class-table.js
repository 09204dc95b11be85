// The atlas of classes on four points: filters, a table that is sorted by its heads, and a class looked up by its table
// of values. What is chosen stands in the address: #PLACE?vc=...&sort=..., all of it optional.
(function () {
  "use strict";
  const FIELDS = ["place", "number", "orbit", "figure", "vc", "littlestone", "randomized", "threshold", "representation",
    "shattered", "tree", "deep", "chain"];
  const COLUMNS = [["place", "Class"], ["size", "Concepts"], ["vc", "VC"], ["littlestone", "Littlestone"],
    ["randomized", "Randomised"], ["threshold", "Thresholds"], ["representation", "Representation"], ["orbit", "Orbit"]];
  const FILTERS = ["size", "vc", "littlestone", "randomized", "threshold", "representation"];
  const SHOWN = 25, POINTS = [0, 1, 2, 3];
  const find = (selector) => document.querySelector(`.classes ${selector}`);
  const form = find("form.filters"), body = find("tbody"), more = find(".more"), alert = find("[role=alert]");
  const number = (value) => value.toLocaleString("en");
  const functions = (mask) => [...Array(16).keys()].filter((f) => mask >> f & 1);
  const word = (f) => POINTS.map((x) => f >> x & 1).join("");
  const classes = CLASSES.map((row) => {
    const one = Object.fromEntries(FIELDS.map((name, k) => [name, row[k]]));
    return { ...one, size: functions(one.number).length };
  });
  const places = new Map(classes.map((one) => [one.place, one]));
  const numbers = new Map(classes.map((one) => [one.number, one]));
  let state = {}, shown = SHOWN, found = [];

  // A multiple of 1/32 as people write it.
  function thirtySeconds(value) {
    let above = value, below = 32;
    while (below > 1 && above % 2 === 0) { above /= 2; below /= 2; }
    return below === 1 ? `${above}` : `${above}/${below}`;
  }
  const said = (name, value) => (name === "randomized" ? thirtySeconds(value) : number(value));

  function encoded(chosen) {
    const parts = [...FILTERS, "sort"].filter((name) => chosen[name]).map((name) => [name, chosen[name]]);
    return `#${chosen.place || ""}${parts.length ? `?${new URLSearchParams(parts)}` : ""}`;
  }

  function decoded(hash) {
    const [place, rest] = hash.slice(1).split(/\?(.*)/s);
    return { ...Object.fromEntries(new URLSearchParams(rest)), place };
  }

  function orders() {
    const all = (left) => (left.length ? left.flatMap((x) => all(left.filter((y) => y !== x)).map((rest) => [x, ...rest]))
      : [[]]);
    return all(POINTS);
  }

  // The class with the least number among all renamings, and where the points went.
  function lookUp(mask) {
    return orders().map((order) => {
      const moved = functions(mask).map((f) => POINTS.reduce((sum, x) => sum + ((f >> x & 1) << order[x]), 0));
      return { order, one: numbers.get(moved.reduce((sum, f) => sum + 2 ** f, 0)) };
    }).find(({ one }) => one);
  }

  // The class that a table of values is, or what is wrong with it.
  function read(text) {
    const words = text.trim().split(/[\s,;]+/).filter(Boolean);
    const wrong = words.find((one) => !/^[01]{1,4}$/.test(one) || one.length !== words[0].length);
    if (!words.length) { return { complaint: "Write at least one concept." }; }
    if (wrong !== undefined) { return { complaint: `“${wrong}” is no row of at most four bits as long as the first.` }; }
    return lookUp([...new Set(words)].reduce((mask, one) => mask + 2 ** parseInt([...one].reverse().join(""), 2), 0));
  }

  function sorted(rows) {
    const [name, down] = (state.sort || "place").split("-");
    const key = COLUMNS.some(([column]) => column === name) ? name : "place";
    return [...rows].sort((a, b) => (a[key] - b[key]) * (down ? -1 : 1) || a.place - b.place);
  }

  function showTable() {
    found = sorted(classes.filter((one) => FILTERS.every((name) => !state[name] || one[name] === Number(state[name]))));
    const [name, down] = (state.sort || "place").split("-");
    find("thead tr").innerHTML = COLUMNS.map(([column, title]) => `<th scope="col"${column === name
      ? ` aria-sort="${down ? "descending" : "ascending"}"` : ""}><button type="button" data-column="${column}">${title}
      <span aria-hidden="true">${column === name ? (down ? "↓" : "↑") : "↕"}</span></button></th>`).join("");
    body.innerHTML = found.slice(0, shown).map((one) => `<tr${one.place === Number(state.place)
      ? ' aria-current="true"' : ""}>${COLUMNS.map(([column]) => (column === "place"
      ? `<th scope="row"><a href="${encoded({ ...state, place: one.place })}">${number(one.place)}</a></th>`
      : `<td>${said(column, one[column])}</td>`)).join("")}</tr>`).join("");
    const rows = Math.min(shown, found.length);
    find(".count").textContent = `${number(found.length)} of ${number(classes.length)} classes`
      + (rows < found.length ? `, ${rows} shown` : "");
    more.hidden = rows === found.length;
    more.textContent = `Show ${number(Math.min(4 * SHOWN, found.length - rows))} more`;
  }

  // A tree in letters as nested lists: a point, and below it what is left if its value is 0 and if it is 1.
  function tree(letters, rows) {
    const left = [...letters];
    const part = () => {
      const point = "wxyz".indexOf(left[0]), head = left.shift();
      return point < 0 ? `<code>${word(rows[parseInt(head, 16)])}</code>`
        : `at point ${point}<ul><li>0: ${part()}</li><li>1: ${part()}</li></ul>`;
    };
    return part();
  }

  function witnesses(one) {
    const rows = functions(one.number);
    const set = [...one.shattered].map((letter) => "wxyz".indexOf(letter));
    const chain = (one.chain.match(/../g) || []).map(([h, x]) => `<li><code>${word(rows[parseInt(h, 16)])}</code>
      at point ${"wxyz".indexOf(x)}</li>`);
    const values = [["VC dimension", one.vc, `shattered points: ${set.length ? set.join(", ") : "none"}`],
      ["Littlestone’s dimension", one.littlestone, tree(one.tree, rows)],
      ["Randomised Littlestone dimension", thirtySeconds(one.randomized),
        `half the mean depth ${thirtySeconds(2 * one.randomized)} of: ${tree(one.deep, rows)}`],
      ["Threshold dimension", one.threshold, chain.length ? `<ol>${chain.join("")}</ol>` : "no concept has a 1"],
      ["Representation size", one.representation, "functions that have one with error at most 1/4 for each concept and law"]];
    return values.map(([name, value, why]) => `<dt>${name} ${value}</dt><dd>${why}</dd>`).join("");
  }

  function showChosen(focus) {
    const one = places.get(Number(state.place)), box = find(".one");
    const asked = state.place && !one ? [`There is no class “${state.place}”; they are 1 to ${number(classes.length)}.`] : [];
    alert.textContent = asked.join(" ");
    alert.hidden = !asked.length;
    box.innerHTML = "";
    if (!one) { return; }
    const alike = classes.filter((other) => ["vc", "littlestone", "threshold"].every((name) => other[name] === one[name]));
    box.innerHTML = `<h2 tabindex="-1">Class ${number(one.place)}</h2>
      <p class="rows">${functions(one.number).map((f) => `<code>${word(f)}</code>`).join(" ")}</p>
      <p>The values at points 0, 1, 2, 3 of its ${one.size} concepts. It stands for ${one.orbit} of the 65,535 classes;
      ${number(alike.length)} classes of the table have its VC, Littlestone and threshold dimension. ${one.figure === one.place
      ? "" : `With the values exchanged at some points it is <a href="${encoded({ ...state, place: one.figure })}">class
      ${number(one.figure)}</a>.`}</p><dl>${witnesses(one)}</dl>`;
    if (focus) { box.querySelector("h2").focus(); }
  }

  function show(focus) {
    state = decoded(location.hash);
    FILTERS.forEach((name) => { form.elements[name].value = state[name] || ""; });
    showTable();
    showChosen(focus);
  }

  FILTERS.forEach((name) => {
    const values = [...new Set(classes.map((one) => one[name]))].sort((a, b) => a - b);
    form.elements[name].insertAdjacentHTML("beforeend",
      values.map((value) => `<option value="${value}">${said(name, value)}</option>`).join(""));
  });
  const go = () => { history.replaceState(null, "", encoded(state)); showTable(); };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    state = { ...state, ...Object.fromEntries(new FormData(form)) };
    shown = SHOWN;
    go();
  });
  find("thead").addEventListener("click", (event) => {
    const column = event.target.closest("button")?.dataset.column;
    if (!column) { return; }
    state.sort = (state.sort || "place") === column ? `${column}-down` : column;
    go();
    find(`[data-column=${column}]`).focus();
  });
  more.addEventListener("click", () => {
    const first = shown;
    shown += 4 * SHOWN;
    showTable();
    body.children[first].querySelector("a").focus();
  });
  find(".look-up").addEventListener("submit", (event) => {
    event.preventDefault();
    const seen = read(find("textarea").value), answer = find(".answer");
    answer.textContent = seen.complaint || `Class ${number(seen.one.place)}: `
      + `${POINTS.map((x) => `point ${x} is its point ${seen.order[x]}`).join(", ")}.`;
    if (seen.one) { location.hash = encoded({ ...state, place: seen.one.place }); }
  });
  find(".as-csv").addEventListener("click", () => {
    const lines = found.map((one) => [one.place, functions(one.number).map(word).join(" "),
      ...COLUMNS.slice(1).map(([column]) => (column === "randomized" ? thirtySeconds(one[column]) : one[column]))]);
    const text = [["place", "concepts", ...COLUMNS.slice(1).map(([column]) => column)], ...lines].join("\n");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" }));
    link.download = "classes-found.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  window.addEventListener("hashchange", () => show(!find(".look-up").contains(document.activeElement)));
  show(false);
})();
