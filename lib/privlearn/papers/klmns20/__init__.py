"""KLMNS20: privately learning thresholds (Kaplan, Ligett, Mansour, Naor and Stemmer)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("introduction", "thresholds", "generic_learner", "proof"),
    ("lower_bounds", "bounds"),
    ("reductions", "points_from_learners", "learners_from_points", "counts", "distributions", "resampling"),
    ("choosing", "relations_and_qualities", "exponential_mechanism", "choosing_by_growth"),
    ("composition", "advanced_composition", "proof"),
    ("tree_log", "falls", "algorithm"),
    ("paths", "embedding", "possible_paths"),
    ("path_privacy", "class_factor", "proof", "reverse_curve", "bounded_tables", "later_answers"),
    ("tree_log_privacy", "privacy", "proof", "plans", "release", "class_view", "view_laws",
     "view_accounting"),
    ("stable_path", "heavy_path"),
    ("utility", "scores_and_sizes", "success", "conditions", "proof"),
    ("crossover", "depth_and_sizes", "rows_compared"),
    ("large_domains", "fast_form", "samplers", "draws"),
    ("above_threshold", "why_decompose", "guarantees", "proof"),
    ("stopping_point", "paths_and_queries", "shared_paths", "proof", "utility", "privacy"),
    ("heavy_paths", "random_path", "level_up"),
    ("heavy_paths_privacy", "algorithm", "privacy", "promises", "plans", "proof", "rows"),
    ("consequences", "learning_and_quantiles", "windows"),
)
