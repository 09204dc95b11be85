"""Cohen, Lyu, Nelson, Sarlos and Stemmer: Optimal differentially private learning of thresholds and quasi-concave
optimization (2023)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("reorder_slice_compute", "slices", "privacy", "proof", "any_number_of_slices"),
)
