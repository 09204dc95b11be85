"""Feldman and Xiao: Sample complexity bounds on differentially private learning via communication complexity (2014)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("results", "restated"),
    ("related_work", "restated"),
    ("private_learning", "default_parameters"),
    ("representation_dimensions", "interchanged_sides"),
    ("representation_learning", "restated"),
    ("known_distributions", "label_privacy"),
    ("one_way_protocols", "restated"),
    ("mistake_trees", "restated"),
    ("equivalence", "weaker_error"),
    ("equivalence_applications", "printed_constants"),
    ("equality", "restated"),
    ("greater_than", "restated"),
    ("augmented_index", "restated"),
    ("geometric_classes", "gap_without_constant"),
    ("lines", "restated"),
    ("lines_learner", "printed_constants"),
    ("block_sizes", "restated"),
    ("confidence", "restated"),
)
