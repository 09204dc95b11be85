// What the search finds: spellings are folded, passages ranked (numbers and ids, names and titles, headings, text; the
// reference comes last). The index is made by search_index.py, which says how it is written.
const BOOK_SEARCH = (function () {
  "use strict";

  // One spelling of what is written and of what is typed.
  const SMALL = new Set("a an and as at by for from in is it of on or the to with".split(" "));  // not asked for, unless quoted
  const SPELLINGS = [
    [/^(grey|artefact|programme|judgement|sceptic)/, (word) => ({
      grey: "gray", artefact: "artifact", programme: "program", judgement: "judgment", sceptic: "skeptic" })[word]],
    [/^(col|neighb|behavi|fav|hon|lab|flav|harb|vap)our/, "$1or"],
    [/^(cent|fib|theat|met|lit)re(s|d)?$/, (all, start, end) => start + (end === "d" ? "ered" : `er${end || ""}`)],
    [/(catal|anal|dial|mon)ogue/, "$1og"],
    [/^(def|off|lic|pret)ence/, "$1ense"],
    [/([iy])s(e|ed|es|er|ers|ing|ings|able|ation|ations)$/, "$1z$2"],
    [/ll(ing|ings|ed|er|ers)$/, "l$1"],
  ];
  const PLURALS = [
    [/^(indices|vertices|matrices|axes|leaves|halves|errata|maxima|minima|lemmata|data)$/, (word) => ({
      indices: "index", vertices: "vertex", matrices: "matrix", axes: "axis", leaves: "leaf", halves: "half",
      errata: "erratum", maxima: "maximum", minima: "minimum", lemmata: "lemma", data: "datum" })[word]],
    [/theses$/, "thesis"], [/([^aeiou])ies$/, "$1y"], [/(ss|x|ch|sh|zz)es$/, "$1"], [/(..[^siu])s$/, "$1"],
  ];
  const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[α-ω]/g, (c) => IN_WORDS.letters[c]).replace(/−/g, "-").replace(/(\d)[,\s](?=\d{3})/g, "$1")
    .replace(/[’']s?$/, "").replace(/[_’']/g, "");
  const fold = (word) => [...SPELLINGS, ...PLURALS].reduce((done, [from, to]) => done.replace(from, to), plain(word));

  // The same pattern as the index has: a number with its separators, a word with its index, a power.
  const WORD = new RegExp("log\\*|(?:(?:\\d{1,3}(?:[,\\u00a0\\u2009\\u202f]\\d{3})+(?!\\d)|\\d+(?:\\.\\d+)*)"
    + "|\\p{L}+(?:['’]\\p{L}+)*\\d*(?:_(?:\\d+|\\p{L})(?![\\p{L}\\d]))?)(?:\\^[-−]?[\\p{L}\\d_]+)?", "gu");

  // The index as it was before it was written: words, and passages as numbers of words.
  const words = SEARCH_INDEX.words.split("`"), plains = words.map(plain), folded = words.map(fold);
  const isWord = words.map((word) => /[\p{L}\p{N}]/u.test(word)), END = words.indexOf("\n");
  const numbers = new Map();
  for (let code = 32; numbers.size < words.length; code++) {
    const spoilt = code >= 127 && code < 160 || code >= 0xd800 && code < 0xe000 || code === 0x2028 || code === 0x2029;
    if (!spoilt && !"`\"/\\".includes(String.fromCharCode(code))) { numbers.set(code, numbers.size); }
  }
  const pages = SEARCH_INDEX.pages.map(([name, content], order) => {
    const parts = content.split("`"), found = [];
    let module = "";
    for (let k = 0; k < parts.length; k += 3) {
      const ids = Uint16Array.from(parts[k + 2], (letter) => numbers.get(letter.charCodeAt(0)));
      const first = ids.indexOf(END) < 0 ? ids.length : ids.indexOf(END);
      const second = ids.indexOf(END, first + 1) < 0 ? ids.length : ids.indexOf(END, first + 1);
      const ends = [first, second, ids.length];
      if (parts[k + 1].startsWith("module-")) { module = parts[k + 1].slice(7); }
      found.push({ kind: parts[k], anchor: parts[k + 1], module, ids, ends, order: order + k / 1e4 });
    }
    found.forEach((passage) => { passage.page = found[0]; });
    const slug = name.split("/").pop().split("-").map(fold);
    Object.assign(found[0], { name, slug, reference: /^book\/(reference\/|bibliography)/.test(name) });
    return found;
  });
  const field = (passage, k) => [k ? passage.ends[k - 1] + 1 : 0, passage.ends[k]];

  // What stands between two places of a passage, piece by piece.
  function pieces(passage, from, to) {
    return Array.from(passage.ids.subarray(from, to), (id, k) => {
      const before = from + k > 0 && passage.ids[from + k - 1];
      return { place: from + k, text: (k && isWord[id] && isWord[before] ? " " : "") + (id === END ? " " : words[id]) };
    });
  }
  const text = (passage, k) => pieces(passage, ...field(passage, k)).map((piece) => piece.text).join("");

  // The id of a statement, and of a claim without one, whose label begins with it.
  for (const passage of pages.flat()) {
    passage.id = { t: () => passage.anchor, c: () => text(passage, 0).split(" ")[0] }[passage.kind]?.();
  }

  // The page of a passage and its place there, which the index may leave to be made of the name.
  function address(passage) {
    const slug = () => text(passage, 1).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
    const made = { s: slug, n: () => `${passage.module}.${text(passage, 0)}` }[passage.kind];
    return `${passage.page.name}#${passage.anchor || (made ? made() : "")}`;
  }

  // A query is a list of terms, each the words that must follow each other, each word a table of what is like it.
  function parse(query) {
    const tidy = query.replace(/[“”„]/g, '"')
      .replace(/\*\*/g, "^").replace(/\^[{(]([-−]?[\p{L}\d]+)[)}]/gu, "^$1")
      .replace(/(?<![\d.^])\d{1,3}(?: \d{3})+(?![\d.])/g, (number) => number.replace(/ /g, ","));
    const terms = [...tidy.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, bare]) => ({
      open: bare !== undefined, words: (quoted ?? bare).match(WORD) || [] })).filter((term) => term.words.length);
    const telling = terms.filter((term) => !term.open || term.words.length > 1 || !SMALL.has(term.words[0].toLowerCase()));
    const asked = telling.length ? telling : terms;
    return asked.map((term, k) => term.words.map((word, j) =>
      alike(word, term.open && k === asked.length - 1 && j === term.words.length - 1)));
  }

  // 2 for the word in any spelling, 1 for words that begin with it: of numbers, at a point.
  function alike(word, begins) {
    const start = plain(word), wanted = fold(word), full = IN_WORDS.abbreviations[start], number = /^\d/.test(start);
    const table = new Uint8Array(words.length);
    const stem = number ? `${start}.` : start;
    folded.forEach((other, id) => {
      if (!isWord[id]) { return; }
      if (other === wanted || other === full) {
        table[id] = 2;
      } else if (begins && stem.length > 1 && (plains[id].startsWith(stem) || other.startsWith(stem))) {
        table[id] = 1;
      }
    });
    return Object.assign(table, { word: start });
  }

  // Where the terms stand in a passage, and how well each is met in its label, its name and its text.
  function look(passage, terms) {
    const met = terms.map(() => [0, 0, 0]), hits = [], { ids, ends } = passage;
    for (let place = 0, within = 0; place < ids.length; place++) {
      while (place >= ends[within]) { within++; }
      for (let t = 0; t < terms.length; t++) {
        if (!terms[t][0][ids[place]]) { continue; }
        const places = [place];
        let strength = terms[t][0][ids[place]];
        for (let j = 1, next = place + 1; j < terms[t].length && strength; j++, next++) {
          while (next < ids.length && !isWord[ids[next]] && ids[next] !== END) { next++; }
          strength = next < ids.length ? Math.min(strength, terms[t][j][ids[next]]) : 0;
          places.push(next);
        }
        if (strength) {
          met[t][within] = Math.max(met[t][within], strength);
          hits.push({ t, within, place, places, strength });
        }
      }
    }
    return { passage, met, hits };
  }

  const share = (part, whole) => whole ? part / whole : 0;
  const sum = (list) => list.reduce((total, one) => total + one, 0);

  // How much of the words of a field the query says, less what it only begins.
  function covered({ passage, hits }, k) {
    const [from, to] = field(passage, k);
    let all = 0;
    for (let place = from; place < to; place++) { all += isWord[passage.ids[place]]; }
    const said = new Map();
    for (const hit of hits.filter((one) => one.within === k)) { hit.places.forEach((at) => said.set(at, hit.strength / 2)); }
    return { said: sum([...said.values()]), all };
  }

  // The part of the text where most terms are near each other: its first hit, and how many there are.
  function nearest({ hits }) {
    const inText = hits.filter((hit) => hit.within === 2);
    let best = { count: 0 };
    inText.forEach((hit, k) => {
      const near = new Set();
      for (let j = k; j < inText.length && inText[j].place < hit.place + 24; j++) { near.add(inText[j].t); }
      if (near.size > best.count) { best = { count: near.size, hit }; }
    });
    return best;
  }

  // Rank a passage: the class first, then how well it fits within it. Nothing if a term is met neither here nor on top.
  function rank(seen, query, terms) {
    const { passage, met } = seen, all = (...fields) => met.every((one) => fields.some((k) => one[k]));
    const label = covered(seen, 0), name = covered(seen, 1), near = nearest(seen);
    const named = share(label.said + name.said, label.all + name.all);
    const density = share(seen.hits.length, passage.ids.length / 40 + 1);
    const often = Math.min(seen.hits.length / terms.length, 4) / 4;
    const told = 0.5 * near.count / terms.length + 0.3 * often + 0.2 * Math.min(density, 1);
    const begins = seen.hits.some((hit) => hit.within === 1 && hit.place === field(passage, 1)[0]) ? 0.2 : 0;
    const fitting = named + told / 10 + begins + (passage.kind === "p" ? 0.1 : 0);
    const fits = (level, quality) => Object.assign(seen, { level: passage.page.reference ? 0 : level,
      quality: quality + (passage.page.reference ? level : 0), near });
    const inFile = passage.slug && terms.flat().every((word) => passage.slug.includes(fold(word.word)));
    if (passage.id && passage.id.toLowerCase() === query) { return fits(10, 1); }
    const opens = passage.slug && passage.slug.includes("index") && all(0);  // the page on a paper, asked for by its key
    if (inFile || opens) { return fits(7, 0.5 + fitting); }
    const byLabel = all(0) && seen.hits.some((hit) => hit.within === 0 && hit.place > 0);  // not by the paper alone
    if (passage.kind === "t" && byLabel) {
      const whole = label.said >= label.all - 1 && label.said >= sum(terms.map((term) => term.length));
      return fits(whole ? 9 : 8, share(label.said, label.all));
    }
    if (passage.kind === "n") {
      if (isName(passage, query)) { return Object.assign(seen, { level: 6.5, quality: 1, near }); }
      return all(0) ? fits(lastly(seen) ? 8 : 1, share(label.said, label.all)) : all(0, 2) ? fits(0, told) : null;
    }
    if (all(1) || all(0, 1) && met.some((one) => one[1])) {
      return fits({ p: 7, t: 7, s: 6, c: 5 }[passage.kind], fitting);
    }
    if (passage.kind === "c") { return byLabel ? fits(5, named) : null; }
    if (all(0, 1, 2)) { return fits(passage.kind === "p" && !all(1, 2) ? 1 : 4, told + named); }
    const top = passage.page.seen.met, here = met.some((one) => one[1] || one[2]);
    return here && met.every((one, t) => sum(one) || top[t][0] || top[t][1]) ? fits(3, told) : null;
  }

  // Whether the query is written as this name is in code: it then comes after pages and statements, before mere words.
  const last = (name) => name.replace(/\(\)$/, "").split(".").at(-1);
  const isName = (passage, query) => query.includes("_") && last(text(passage, 0).toLowerCase()) === last(query);

  // Whether the query says the name itself, not only the modules that it is in.
  const lastly = ({ passage, hits }) => hits.some((hit) =>
    hit.strength === 2 && hit.places.at(-1) === passage.ends[0] - 1);

  // Where all words are on a page, but in different places: the passage with most of them.
  function scattered(page, terms) {
    if (!terms.every((_, t) => page.some((seen) => sum(seen.met[t])))) { return []; }
    const most = (seen) => seen.met.filter((one) => sum(one)).length;
    const best = page.reduce((one, other) => most(other) > most(one) ? other : one);
    return [Object.assign(best, { level: best.passage.page.reference ? 0 : 2, quality: 0, near: nearest(best) })];
  }

  // All results in order: a page's further places are told with its first one.
  function find(typed) {
    const query = typed.trim().toLowerCase(), terms = parse(query);
    if (!terms.length) { return []; }
    const ranked = pages.flatMap((page) => {
      const seen = page.map((passage) => look(passage, terms));
      page[0].seen = seen[0];
      const told = seen.filter((one) => rank(one, query, terms)), inText = told.filter((one) => one.level < 5);
      inText.forEach((one) => { one.quality += 0.06 * Math.min(inText.length, 5); });
      return told.length ? told : scattered(seen, terms);
    });
    ranked.sort((a, b) => b.level - a.level || b.quality - a.quality || a.passage.order - b.passage.order);
    const first = new Map(), results = [];
    for (const seen of ranked) {
      const of = seen.passage.page, isText = seen.level < 5 && seen.passage.kind !== "n";
      if (isText && first.has(of)) { first.get(of).more.push(seen); continue; }
      seen.more = [];
      results.push(seen);
      if (seen.passage.kind !== "c" && seen.passage.kind !== "n" && !first.has(of)) { first.set(of, seen); }
    }
    return results;
  }

  // For a word that the book does not have, the commonest one that differs in one letter or two.
  function instead(typed) {
    const unknown = parse(typed).flat().filter((table) => !table.some(Boolean)).map((table) => table.word);
    return unknown.map((word) => {
      let best = { apart: word.length > 6 ? 3 : 2 };
      plains.forEach((other, id) => {
        if (isWord[id] && /^\p{L}+$/u.test(other) && Math.abs(other.length - word.length) < 3) {
          const apart = distance(word, other);
          if (apart < best.apart) { best = { apart, other }; }
        }
      });
      return { word, other: /^\p{L}/u.test(word) && word.length > 3 ? best.other : undefined };
    });
  }

  function distance(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, k) => k);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (one[i - 1] !== other[j - 1])));
      }
      row = next;
    }
    return row[other.length];
  }

  const addresses = () => pages.flat().map(address);

  return { find, instead, address, addresses, pieces, text, field, words, isWord, END };
})();
