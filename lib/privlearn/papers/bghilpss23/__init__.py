"""Bun, Gaboardi, Hopkins, Impagliazzo, Lei, Pitassi, Sivakumar and Sorrell: Stability is stable (2023)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (("replicability", "definition", "correlated_sampling", "shared_seed", "from_privacy", "to_privacy"),)
