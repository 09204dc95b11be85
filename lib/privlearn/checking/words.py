"""The words of claims: their kinds, what is done for them, of what weight an erratum is."""

KINDS = ("definition", "theorem", "lemma", "claim", "proposition", "corollary", "observation", "algorithm", "example",
         "remark", "inequality", "table")
DEFINING = ("definition", "algorithm", "table")  # kinds with nothing to prove
# What is done for a statement, and the word for it once its checks hold.
STATUSES = {"proved": "proved and checked", "checked": "checked", "definition": "checked", "quoted": "quoted",
            "open": "open", "assumption": "assumption"}
COUNTED = ("proved", "checked", "definition")  # those that count as checked
AGAINST = ("law", "optimum", "derivation")  # what a check compares a formula with
ERRATA = ("false", "step", "gap", "constant", "convention", "misprint", "remark", "conjecture")  # by weight
