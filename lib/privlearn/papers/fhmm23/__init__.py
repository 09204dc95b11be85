"""Filmus, Hanneke, Mehalel and Moran: Optimal prediction using expert advice and randomized Littlestone dim. (2023)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (("randomized_littlestone", "dimension", "proof", "game", "learner_proof", "balance", "balance_proof",
             "errors_and_experts", "errors_proof", "experts_proof"),)
