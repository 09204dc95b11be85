"""Beimel et al.: Bounds on the sample complexity for private learning and private data release (2014)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("conventions", "quantifiers"),
    ("introduction", "vc_dimension", "table", "useful_releases", "label_privacy"),
    ("preliminaries", "notation", "privacy", "pac_game", "vc_dimension", "confidence", "proper_gap",
     "private_learning", "private_kcnf"),
    ("concentration", "tails"),
    ("generic_learner", "guarantee", "sample_size", "proof", "point_learner"),
    ("proper_lower_bounds", "minimal_classes", "packing", "proof", "rows_needed", "all_databases",
     "all_databases_proof", "good_samples", "last_inequality", "two_points_proof"),
    ("representing_classes", "size", "pairs_of_points"),
    ("random_sets", "planes", "thinned_planes", "small_class", "bad_events", "proof", "learner"),
    ("constant_sample_learner", "noisy_learner", "subsampled_learner", "ratios", "one_example", "stars", "proof"),
    ("stars_and_boosting", "whole_learner", "plans", "sampled_learner", "surviving_rows", "empirical_errors",
     "selection", "proof"),
    ("keyed_learner", "distinguishers", "keyed_noise", "private_keys", "efficient", "separation"),
    ("light_hypotheses", "light_mechanisms", "reduction", "sample_size"),
    ("interval_lower_bound", "private_learners"),
    ("switching_points", "switching", "all_mechanisms", "few_switches", "reduction", "deviations", "sample_size",
     "proof"),
    ("noise_learners", "definition", "points", "any_confidence", "starred_and_boosted", "interval_rows", "noise_rate",
     "proper_learner", "proof"),
    ("reconstructing_intervals", "reconstruction", "dyck_words", "power_series", "proof"),
    ("generator_separation", "proper_learners", "efficient_learners", "proof", "separation", "without_privacy"),
    ("sanitization", "usefulness", "small_databases", "packing_family", "lower_bound", "proof"),
)
