"""The words of claims: their kinds, what is done for them, of what weight an erratum is."""

KINDS = ("definition", "theorem", "lemma", "claim", "proposition", "corollary", "observation", "algorithm", "example",
         "remark", "inequality", "table")
DEFINING = ("definition", "algorithm", "table")  # kinds with nothing to prove
# What is done for a statement, and the word for it once its checks hold.
STATUSES = {"proved": "proved and checked", "checked": "checked", "definition": "checked", "quoted": "quoted",
            "open": "open", "assumption": "assumption"}
COUNTED = ("proved", "checked", "definition")  # those that count as checked
# What a check compares a formula with: a law (an executed object, a definition), an optimum that attains the bound, so
# that weaker ones are refused as well, or a derivation (another formula).
AGAINST = ("law", "optimum", "derivation")
# By weight: as printed the statement is false; a step of the proof is, the statement is right; the proof has a gap; a
# constant (a factor, an exponent, a number of rows) does not do what is said; conventions clash or are missing; a
# misprint that its context puts right; a remark, nothing in print being wrong; a conjecture, which rests on a formula
# that is lost in our text of the paper.
ERRATA = ("false", "step", "gap", "constant", "convention", "misprint", "remark", "conjecture")
