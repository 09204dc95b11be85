"""KLMNS20: privately learning thresholds (Kaplan, Ligett, Mansour, Naor and Stemmer)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("introduction", "thresholds", "without_privacy", "generic_learner", "interior_points"),
    ("lower_bounds", "pure", "approximate"),
    ("reductions", "points_from_learners", "learners_from_points", "counts", "displacements", "distributions", "cycle",
     "resampling"),
    ("choosing", "two_relations", "sensitivity_and_growth", "exponential_law", "exponential_guarantees",
     "choosing_law", "choosing_guarantees"),
    ("composition", "advanced_composition", "accountants"),
    ("tree_log", "falls", "four_leaves", "algorithm", "figure"),
    ("paths", "embedding", "possible_paths", "matches"),
    ("path_privacy", "class_factor", "balanced_steps", "reverse_curve", "bounded_tables", "chains_and_gaps",
     "later_answers", "class_and_view"),
    ("tree_log_privacy", "privacy", "plans", "proposals", "proposed_rows", "releases", "class_view", "view_laws",
     "view_accounting", "view_rows"),
    ("stable_path", "heavy_path"),
    ("utility", "scores_and_sizes", "node_and_leaves", "success", "conditions"),
    ("crossover", "depth", "sample_sizes", "stated_rows", "rows_compared"),
    ("large_domains", "fast_form", "samplers", "power_draws", "rejection"),
    ("above_threshold", "why_decompose", "privacy_and_error", "sparse_vector"),
    ("stopping_point", "construct_paths", "queries", "shared_paths", "stopping_law", "utility", "large_gaps",
     "privacy", "privacy_inequalities"),
    ("heavy_paths", "random_path", "level_up"),
    ("heavy_paths_privacy", "algorithm", "success", "closeness", "privacy", "promises", "plans", "proposals",
     "rows"),
    ("consequences", "learning_and_quantiles", "learner_plans", "windows", "real_columns"),
)
