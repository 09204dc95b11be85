"""Alon, Beimel, Moran and Stemmer: Closure properties for private classification and online prediction (2020)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("introduction", "compositions", "equivalence"),
    ("all_classes", "mistake_trees", "size", "logarithms", "tables", "many_at_once", "searches", "step_by_step",
     "plain_steps", "plain_lists"),
    ("littlestone_classes", "affine_subspaces", "polynomial_equations"),
    ("regret", "composed_classes", "bounds", "realizable", "margins"),
    ("aggregation", "composed_classes", "threshold_dimension", "littlestone_closure", "simple_rules", "vc_closure",
     "leaves_and_covers", "threshold_closure"),
    ("unions", "threshold_dimension", "subtrees", "littlestone_dimension", "induction", "tightness", "reduction"),
    ("many_unions", "littlestone_dimension", "weighted_majority", "free_extension", "threshold_dimension"),
    ("ramsey", "colouring", "ramsey_bound", "ladder"),
    ("random_construction", "construction", "lower_bound", "parameters", "blocks", "bad_events"),
    ("boosting", "majorities", "experts", "booster", "best_voter", "largest_dimension"),
    ("formulas", "padding", "majority_formula", "stages"),
    ("private_preliminaries", "privacy", "errors", "exponential_mechanism", "generic_learner", "subsampling"),
    ("generalization", "behaviours", "uniform_convergence", "rows_and_tails", "private_mechanisms", "monitor"),
    ("relabeling", "obstacles", "matched_sensitivity", "relabelling", "relabel_and_learn"),
    ("relabeling_privacy", "privacy", "patterns_and_scores", "chain", "learner_view", "summation",
     "earlier_transformation"),
    ("relabeling_accuracy", "chosen_concept", "union_over_patterns", "sample_size", "population",
     "published_agreement", "differences", "transfer"),
    ("agnostic_learner", "proper", "privacy", "utility", "large_runs", "tracking"),
    ("closure_learner", "sum_of_sizes", "theorem", "algorithm", "large_runs", "privacy", "subsampling"),
    ("closure_accuracy", "induction", "partial_classes", "accuracy", "terms", "errors_and_sizes", "tightness",
     "amplification"),
)
