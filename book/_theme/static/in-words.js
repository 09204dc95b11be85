// What is short for words, for the search of the book and for that of its statements.
const IN_WORDS = (function () {
  "use strict";
  const letters = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma "
    + "tau upsilon phi chi psi omega";
  return {
    letters: Object.fromEntries(letters.split(" ").map((name, k) => [String.fromCharCode(0x3b1 + k), name])),
    abbreviations: {
      thm: "theorem", lem: "lemma", def: "definition", prop: "proposition", cor: "corollary", alg: "algorithm",
      obs: "observation", ex: "example", sec: "section", app: "appendix",
    },
  };
})();
