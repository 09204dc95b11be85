// The explorer: what a statement uses and what uses it, as a picture of five columns and as two lists.
// `explorer(statements)` returns functions of the number of a statement, its place in the order of the papers.
function explorer(statements) {
  "use strict";
  const ROWS = 9, NODE = 68, LISTED = 12;
  const uses = statements.map((one) => one.uses), usedBy = statements.map(() => []);
  uses.forEach((used, user) => used.forEach((one) => usedBy[one].push(user)));

  // All that a statement rests on, each after what it rests on itself.
  function before(chosen) {
    const seen = new Set();
    const visit = (one) => { if (!seen.has(one)) { uses[one].forEach(visit); seen.add(one); } };
    uses[chosen].forEach(visit);
    return [...seen];
  }

  // All that rests on it, the nearest first.
  function after(chosen) {
    const seen = new Set([chosen]);
    for (const one of seen) { usedBy[one].forEach((user) => seen.add(user)); }
    seen.delete(chosen);
    return [...seen];
  }

  const weights = statements.map((_, one) => after(one).length);
  const inOrder = (found) => [...found].sort((a, b) => a - b);
  const weightiest = (found) => inOrder([...found].sort((a, b) => weights[b] - weights[a] || a - b).slice(0, ROWS));

  // Columns from left to right: two steps before, uses, the statement, used by, two steps after.
  function columns(chosen) {
    const side = (steps) => {
      const near = weightiest(steps[chosen]), direct = new Set([chosen, ...steps[chosen]]);
      const far = weightiest(new Set(near.flatMap((one) => steps[one]).filter((one) => !direct.has(one))));
      const height = (one) => {
        const joined = near.flatMap((other, row) => steps[other].includes(one) ? [row] : []);
        return joined.reduce((sum, row) => sum + row, 0) / joined.length;
      };
      return [near, far.sort((a, b) => height(a) - height(b) || a - b)];
    };
    const [used, usedFar] = side(uses), [using, usingFar] = side(usedBy);
    return [usedFar, used, [chosen], using, usingFar];
  }

  // The picture: columns of links, and between two columns the curves that join them.
  function picture(chosen, address) {
    const found = columns(chosen), rows = Math.max(...found.map((column) => column.length)), height = rows * NODE;
    const middle = (column, row) => ((rows - column.length) / 2 + row + 0.5) * NODE;
    const titles = ["two steps before", "uses", "", "used by", "two steps after"];
    const none = ["", "uses none", "", "used by none", ""];
    const parts = found.map((column, k) => {
      const nodes = column.map((one, row) => `<a tabindex="-1" data-one="${one}" href="${address(one)}"
        style="top: ${middle(column, row) - NODE / 2}px"${one === chosen ? ' aria-current="true"' : ""}>
        <strong>${statements[one].number}${statements[one].erratum ? " ◇" : ""}</strong>
        <span>${statements[one].title}</span></a>`);
      const place = k === 2 ? "centre" : k % 4 ? "near" : "far", title = (column.length ? titles : none)[k];
      return `<div class="column ${place}" style="height: ${height}px"><p>${title}</p>${nodes.join("")}</div>`;
    });
    const curves = found.slice(1).map((right, k) => {
      const left = found[k], paths = [];
      left.forEach((from, row) => right.forEach((to, at) => {
        if (uses[to].includes(from)) {
          const y = middle(left, row), z = middle(right, at);
          paths.push(`<path data-ends="${from} ${to}" d="M0 ${y}C60 ${y} 40 ${z} 100 ${z}"/>`);
        }
      }));
      return `<svg class="curves ${k % 3 ? "near" : "far"}" viewBox="0 0 100 ${height}" preserveAspectRatio="none"
        style="height: ${height}px" aria-hidden="true" focusable="false">${paths.join("")}</svg>`;
    });
    return parts.map((part, k) => part + (curves[k] || "")).join("");
  }

  // One stop of the tab key: Left and Right walk along a curve, Up and Down within a column, Enter follows the link.
  // The curves of the node that is looked at are lit, and the caption says its whole title.
  function walk(box, caption) {
    const middle = box.querySelector("[aria-current]"), of = (node) => Number(node.dataset.one);
    const joined = (one, other) => uses[one].includes(other) || uses[other].includes(one);
    const shown = (column) => [...column.querySelectorAll("a")].filter((node) => node.offsetParent !== null);
    let stop = middle;

    function look(node) {
      box.querySelectorAll("path").forEach((path) => {
        path.classList.toggle("lit", node !== null && path.dataset.ends.split(" ").includes(node.dataset.one));
      });
      const one = statements[of(node || middle)];
      caption.innerHTML = `<strong>${one.number}</strong> <span class="of">${one.of}</span> ${one.title}`;
    }

    function next(node, key) {
      const all = [...box.querySelectorAll(".column")], column = node.parentElement, within = shown(column);
      const along = { ArrowUp: -1, ArrowDown: 1 }[key], across = key === "ArrowLeft" ? -1 : 1;
      if (along) { return within[within.indexOf(node) + along]; }
      const beside = all[all.indexOf(column) + across], away = (other) => Math.abs(other.offsetTop - node.offsetTop);
      const ends = beside ? shown(beside).filter((other) => joined(of(node), of(other))) : [];
      return ends.sort((one, other) => away(one) - away(other))[0];
    }

    box.addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow")) { return; }
      event.preventDefault();
      next(event.target, event.key)?.focus();
    });
    box.addEventListener("focusin", ({ target }) => {
      stop.tabIndex = -1;
      target.tabIndex = 0;
      stop = target;
      look(target);
    });
    box.addEventListener("pointerover", ({ target }) => look(target.closest("a")));
    box.addEventListener("pointerleave", () => look(box.contains(document.activeElement) ? stop : null));
    middle.tabIndex = 0;
    look(null);
  }

  // A list of statements, of which the first are open; `note` says more of each.
  function list(found, address, note = () => "") {
    const items = found.map((one) => {
      const { paper, number, title, place } = statements[one];
      return `<li><a class="statement-link" data-statement="${place}" href="${address(one)}">
        ${paper}, ${number}</a> ${title}${note(one)}</li>`;
    });
    const rest = items.length > LISTED + 3 ? items.splice(LISTED) : [];
    const more = `<details><summary>${rest.length} more</summary>
      <ol start="${LISTED + 1}">${rest.join("")}</ol></details>`;
    return `<ol>${items.join("")}</ol>${rest.length ? more : ""}`;
  }

  // The six of some statements of which a number is greatest.
  const greatest = (found, sizes) => [...found].sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, 6);

  return { before, after, columns, picture, walk, list, greatest };
}
