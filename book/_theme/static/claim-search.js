// What the finder searches: ids, papers' numbers, names, titles and constants of the statements in claims.js.
const CLAIM_SEARCH = (function () {
  "use strict";
  const ID = /^[a-z]+\d\d-\S/;

  // One spelling of what is read and of what is typed: numbers without separators, Greek letters by their names,
  // neighbour as neighbor, relabelling as relabeling, sanitize as sanitise.
  function fold(text) {
    return text.replace(/<sup>([^<]*)<\/sup>/g, "^$1").replace(/<[^>]*>/g, "").replace(/&[#\w]+;/g, " ").toLowerCase()
      .replace(/[α-ω]/g, (letter) => IN_WORDS.letters[letter] || letter).replace(/−/g, "-").replace(/\*\*/g, "^")
      .replace(/(\d),(?=\d{3}(?!\d))/g, "$1").normalize("NFD").replace(/[\u0300-\u036f]/g, "")
      .replace(/ou/g, "o").replace(/ll/g, "l").replace(/z/g, "s");
  }

  function words(text) {
    return fold(text).split(/[^a-z0-9.^-]+|-(?!\d)/).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean)
      .map((word) => IN_WORDS.abbreviations[word] || word);
  }

  const statements = CLAIMS.rows.map((row) => {
    const one = Object.fromEntries(CLAIMS.fields.map((field, k) => [field, row[k]]));
    const [page] = CLAIMS.pages[one.page];
    one.paper = one.id.split("-")[0];
    one.of = `${one.ours ? "ours, " : ""}${one.paper}`;
    one.place = `${page.split("/")[1]}#${one.anchor}`;
    one.link = `../../${page}.html${one.anchor ? `#${one.anchor}` : ""}`;
    one.inNumber = words(one.number);
    one.inName = words(`${one.name} ${one.title} ${one.kind} ${one.paper} ${one.id.match(/[a-z]{3,}/g) || ""}`);
    one.constants = new Set(one.numbers.split(" "));
    return one;
  });
  const papers = new Set(statements.map((one) => one.paper.toLowerCase()));

  const isId = (query) => ID.test(query.trim().toLowerCase());

  // The statements whose id is this, or begins with it; 3.10 does not begin with 3.1.
  function withId(query) {
    const id = query.trim().toLowerCase();
    return statements.filter((one) => {
      const rest = one.id.toLowerCase().startsWith(id) ? one.id.slice(id.length) : null;
      return rest !== null && !(/\d$/.test(id) && /^\d/.test(rest));
    }).sort((a, b) => (b.id.length === id.length) - (a.id.length === id.length));
  }

  // How far a word is from a statement: 0 in its number, 1 in its name, 2 among its constants, Infinity elsewhere.
  function distance(one, word) {
    const within = (list) => list.some((other) => /^\d/.test(word) ? other === word : other.startsWith(word));
    return within(one.inNumber) ? 0 : within(one.inName) ? 1 : one.constants.has(word) ? 2 : Infinity;
  }

  // The best first: the number that was typed, numbers that begin with it, short numbers before "Step of ...".
  function search(query) {
    if (isId(query)) { return withId(query).map((one) => ({ one, constant: false })); }
    const typed = words(query), number = typed.filter((word) => !papers.has(word)).join(" ");
    if (!typed.length) { return statements.map((one) => ({ one, constant: false })); }
    return statements.map((one) => {
      const ways = typed.map((word) => distance(one, word)), own = one.inNumber.join(" ");
      const begins = number && `${own} `.startsWith(`${number} `);
      const far = ways.reduce((sum, way) => sum + way, 0) + one.inNumber.length / 10 + own.startsWith("section") / 20;
      return { one, constant: ways.includes(2), far: far - (begins ? own === number ? 20 : 10 : 0) };
    }).filter(({ far }) => far < Infinity).sort((a, b) => a.far - b.far);
  }

  // Pages on which a number stands, outside the sections of their statements.
  function pages(query) {
    const typed = words(query);
    return typed.length === 1 ? CLAIMS.pages.filter(([, , numbers]) => numbers.split(" ").includes(typed[0])) : [];
  }

  return { statements, search, pages, isId };
})();
