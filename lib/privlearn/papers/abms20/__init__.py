"""Alon, Beimel, Moran and Stemmer: Closure properties for private classification and online prediction (2020)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (("introduction", "compositions"),
            ("all_classes", "mistake_trees", "logarithms", "proof", "tables", "many_at_once", "searches", "plain_steps",
             "plain_lists"), ("littlestone_classes", "affine_subspaces", "polynomial_equations"),
            ("regret", "bounds", "realizable", "margins"),
            ("aggregation", "composed_classes", "littlestone_closure", "proof", "simple_rules", "counting",
             "threshold_closure"),
            ("unions", "threshold_dimension", "proof", "subtrees", "littlestone_dimension", "induction", "tightness"),
            ("many_unions", "littlestone_dimension", "weighted_majority", "proof", "threshold_dimension"),
            ("ramsey", "colouring", "ramsey_bound", "proof", "ladder"),
            ("random_construction", "construction", "bad_events"),
            ("boosting", "experts", "booster", "largest_dimension"), ("formulas", "majority_formula"),
            ("private_preliminaries", "privacy", "exponential_mechanism", "generic_learner", "subsampling"),
            ("generalization", "behaviours", "uniform_convergence", "rows_and_tails", "private_mechanisms", "monitor"),
            ("relabeling", "matched_sensitivity", "relabelling"),
            ("relabeling_privacy", "privacy", "proof", "earlier_transformation"),
            ("relabeling_accuracy", "chosen_concept", "population", "transfer", "proof"),
            ("agnostic_learner", "privacy", "utility", "large_runs", "proof"),
            ("closure_learner", "sum_of_sizes", "theorem", "algorithm", "large_runs", "privacy"),
            ("closure_accuracy", "induction", "accuracy", "errors_and_sizes", "proof", "tightness"),)
