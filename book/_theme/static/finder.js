// The finder: a field, filters, what they find, and the statement that is chosen. All of it is in the address.
(function () {
  "use strict";
  const { statements, search, pages, isId } = CLAIM_SEARCH, explore = explorer(statements);
  const places = new Map(statements.map((one, k) => [one.id, k]));
  const SHOWN = matchMedia("(max-width: 1020px)").matches ? 4 : 12;
  const FILTERS = ["paper", "kind", "grade", "erratum", "stored", "verdict"];
  const find = (selector) => document.querySelector(`.finder ${selector}`);
  const form = find("form"), list = find(".found ol"), more = find(".found button"), alert = find("[role=alert]");
  const number = (value) => value.toLocaleString("en");
  const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
  let state = {}, all = false;

  // The address is #ID?q=...&paper=..., all of it optional.
  function encoded(chosen) {
    const parts = ["q", ...FILTERS].filter((name) => chosen[name]).map((name) => [name, chosen[name]]);
    return `#${encodeURIComponent(chosen.id || "")}${parts.length ? `?${new URLSearchParams(parts)}` : ""}`;
  }

  function decoded(hash) {
    const [id, rest] = hash.slice(1).split(/\?(.*)/s);
    return { ...Object.fromEntries(new URLSearchParams(rest)), id: decodeURIComponent(id) };
  }

  const address = (k) => encoded({ ...state, id: statements[k].id });

  // What the address or the field names and the book does not have.
  function complaints() {
    const asked = (state.q || "").trim();
    const ids = [...(isId(asked) && !search(asked).length ? [asked] : []),
      ...(state.id && !places.has(state.id) ? [state.id] : [])];
    const options = [...form.querySelectorAll("select")].filter((control) => state[control.name]
      && ![...control.options].some((option) => option.value === state[control.name]));
    return [...ids.map((id) => `There is no statement “${id}”.`),
      ...options.map((control) => `There is no ${control.name} “${state[control.name]}”.`)];
  }

  function passes(one) {
    const { paper, kind, grade, erratum, stored, verdict } = state;
    const corrected = { any: one.erratum !== "", repaired: one.repaired === 1 };
    return (!paper || one.paper === paper) && (!kind || one.kind === kind)
      && (!grade || CLAIMS.grades[one.grade] === grade) && (!stored || one.stored === 1)
      && (!verdict || one.verdict === verdict) && (!erratum || (corrected[erratum] ?? one.erratum === erratum));
  }

  function showResults() {
    const kept = search(state.q || "").filter(({ one }) => passes(one));
    const onPages = FILTERS.some((name) => state[name]) ? [] : pages(state.q || "");
    const head = (name, of) => `<span class="result-head"><strong>${name}</strong>
      <span class="of">${of}</span></span>`;
    const items = kept.slice(0, all ? kept.length : SHOWN).map(({ one, constant }) => `
      <li><a href="${encoded({ ...state, id: one.id })}"${one.id === state.id ? ' aria-current="true"' : ""}>
      ${head(one.number, one.of + (one.erratum ? " ◇" : ""))} ${one.title}
      ${constant ? "<em>The number stands in its checks or below it.</em>" : ""}</a></li>`);
    const others = onPages.map(([page, title]) => `
      <li><a href="../../${page}.html">${head(title, "page")} <em>The number stands on this page.</em></a></li>`);
    list.innerHTML = [...items, ...others].join("");
    find("[role=status]").textContent = `${number(kept.length)} of ${count(statements.length, "statement")}`
      + (others.length ? ` and ${count(others.length, "page")}` : "")
      + (items.length < kept.length ? `, ${items.length} shown` : "");
    more.hidden = items.length === kept.length;
    more.textContent = `Show all ${number(kept.length)}`;
    alert.textContent = complaints().join(" ");
    alert.hidden = !alert.textContent;
  }

  function verdict(one) {
    const word = `<strong>${one.verdict[0].toUpperCase()}${one.verdict.slice(1)}${one.repaired ? ", in repaired form" : ""}</strong>`;
    if (!one.checks.length) { return `${word}.`; }
    const beside = ["quoted", "open", "assumption"].includes(one.verdict) ? "computed beside it: " : "";
    return `${word}: ${beside}${count(one.checks.length, "check")},
      ${count(one.instances, "instance")} judged, ${one.caught} of ${count(one.sabotages, "sabotage")} refuted.
      <span class="grade">${CLAIMS.grades[one.grade]}</span>${one.stored ? " A part is a stored run." : ""}
      ${one.erratum ? `<span class="erratum">◇ ${CLAIMS.errata[one.erratum]}</span>` : ""}`;
  }

  function checks(one) {
    const rows = one.checks.map(([says, grade, judged, covered, slack, seconds, stored, holds]) => `
      <tr><th scope="row">${holds ? "✓" : "✗"} ${says}${stored ? " (stored)" : ""}</th>
      <td>${CLAIMS.grades[grade]}</td>
      <td>${number(judged)}${covered ? `, covering ${number(covered)}` : ""}</td>
      <td>${slack}</td><td>${seconds.toFixed(2)}</td></tr>`);
    return rows.length ? `<details class="drawer"><summary><strong>Checks</strong>
      <span class="about">${count(rows.length, "check")} with what was judged, slack and seconds</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Checks"><table><thead><tr>
      ${["check", "grade", "judged", "slack", "seconds"].map((name) => `<th scope="col">${name}</th>`).join("")}
      </tr></thead><tbody>${rows.join("")}</tbody></table></div></details>` : "";
  }

  function heading(one) {
    const twins = one.twins.map((k) => `<a href="${address(k)}">${statements[k].paper}, ${statements[k].number}</a>`);
    return `<h2 tabindex="-1">${one.number} <span class="of">${one.of}</span></h2>
      <p class="says">${one.title}</p><div class="statement-text"></div><p class="verdict-line">${verdict(one)}</p>
      <p class="read"><a href="${one.link}">Read it: ${CLAIMS.pages[one.page][1]}</a> <code>${one.id}</code>
      ${twins.length ? `<span>Another version of ${twins.join(", ")}</span>` : ""}</p>${checks(one)}`;
  }

  function surroundings(one, k) {
    const before = explore.before(k), after = explore.after(k);
    const rest = before.length + after.length + 1 - explore.columns(k).flat().length;
    const from = before.length ? `${count(before.length, "statement")}, from the ground up, before this one`
      : "It rests on no other statement.";
    const on = after.length ? `${count(after.length, "statement")}, what rests on it directly first`
      : "No other statement rests on it.";
    return `<div class="graph" role="group" aria-label="What ${one.number} uses, on the left, and what uses it"></div>
      <p class="graph-caption" aria-hidden="true"></p>
      <p class="about hint"><span>Arrow keys walk along the curves, Enter puts a statement in the middle.</span>
      ${rest ? `Not drawn: ${rest} further on; all are in the lists.` : ""}</p>
      <div class="claim-lists"><section><h3>Reading order</h3><p class="about">${from}</p>
      ${explore.list(before, address)}</section><section><h3>What falls if this fails</h3><p class="about">${on}</p>
      ${explore.list(after, address)}</section></div>`;
  }

  function beginnings() {
    const all = [...statements.keys()], theorems = all.filter((k) => statements[k].kind === "theorem");
    const onIt = all.map((k) => explore.after(k).length), itOn = all.map((k) => explore.before(k).length);
    const top = (found, sizes, say) => explore.list(explore.greatest(found, sizes), address, (k) => `
      <span class="of">(${say(sizes[k])})</span>`);
    return `<h2>Where to begin</h2>
      <p>Choose a statement: its verdict, what it uses and what rests on it appear here, drawn and listed.</p>
      <div class="claim-lists"><section><h3>Most rests on these</h3>
      ${top(all, onIt, (size) => `${size} rest on it`)}</section>
      <section><h3>Theorems that rest on most</h3>
      ${top(theorems, itOn, (size) => `rests on ${size}`)}</section></div>`;
  }

  // Shows the statement chosen, and moves the focus to where a reader goes on: its node in the picture, or its heading.
  function showChosen(focus) {
    const k = places.get(state.id), one = statements[k], box = find(".chosen");
    box.innerHTML = one ? heading(one) + surroundings(one, k) : beginnings();
    if (!one) { return; }
    const graph = find(".graph");
    graph.innerHTML = explore.picture(k, address);
    explore.walk(graph, find(".graph-caption"));
    if (focus) { find(focus).focus(); }
    window.statementsOf?.(one.place.split("#")[0]).then((texts) => {
      const found = texts[one.anchor];
      if (!found || found.text === one.title || state.id !== one.id) { return; }
      find(".statement-text").innerHTML = found.text;
      find(".statement-text").querySelectorAll(".formula").forEach((formula) => { formula.tabIndex = 0; });
    });
  }

  function read(focus) {
    state = decoded(location.hash);
    [...form.elements].filter((control) => control.name).forEach((control) => {
      if (control.type === "checkbox") { control.checked = Boolean(state[control.name]); }
      else if (control.value !== state[control.name]) { control.value = state[control.name] || ""; }
    });
    showResults();
    showChosen(focus);
  }

  function fill(name, options) {
    form.elements[name].insertAdjacentHTML("beforeend",
      options.map(([value, text]) => `<option value="${value}">${text}</option>`).join(""));
  }
  const used = (values) => [...new Set(values)].map((value) => [value, value]);
  fill("paper", used(statements.map((one) => one.paper)));
  fill("verdict", used(statements.map((one) => one.verdict)));
  fill("kind", used(statements.map((one) => one.kind).sort()));
  fill("grade", used(CLAIMS.grades.filter((_, k) => statements.some((one) => one.grade === k))));
  fill("erratum", [["any", "any"], ["repaired", "corrected here"], ...Object.entries(CLAIMS.errata)]);

  form.addEventListener("submit", (event) => { event.preventDefault(); list.querySelector("a")?.click(); });
  form.addEventListener("input", () => {
    state = { ...Object.fromEntries(new FormData(form)), id: state.id };
    all = false;
    history.replaceState(null, "", encoded(state));
    showResults();
  });
  more.addEventListener("click", () => { all = true; showResults(); list.children[SHOWN].firstElementChild.focus(); });
  find(".seek").addEventListener("keydown", (event) => {
    const stops = [form.elements.q, ...list.querySelectorAll("a")], k = stops.indexOf(event.target);
    const to = k < 0 ? null : { ArrowDown: stops[k + 1], ArrowUp: stops[k - 1] }[event.key];
    if (to) { event.preventDefault(); to.focus(); }
  });
  window.addEventListener("hashchange", () => {
    read(document.activeElement.closest(".graph") ? ".graph [aria-current]" : ".chosen h2");
  });
  read();
})();
