"""Alon, Moran, Schefler and Yehudayoff: A unified characterization of private learnability via graph theory (2024)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (("contradiction_graphs", "graph", "clique_numbers", "dichotomy", "proof", "doubling", "point_functions"),)
