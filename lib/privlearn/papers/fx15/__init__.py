"""Feldman and Xiao: Sample complexity bounds on differentially private learning via communication complexity (2015)."""

# The paper's contents: every page, with its modules in the order of the text.
CONTENTS = (
    ("results", "dimensions", "separation"),
    ("related_work", "statistical_queries"),
    ("private_learning", "differential_privacy", "sample_complexity", "proper_learners"),
    ("representation_dimensions", "deterministic_sets", "random_sets"),
    ("representation_learning", "learner_from_representation", "representation_from_learner", "tightness"),
    ("known_distributions", "covers", "sample_complexity"),
    ("one_way_protocols", "coins", "yao", "repetition"),
    ("mistake_trees", "online_game"),
    ("equivalence", "protocol_to_random_set", "random_set_to_protocol", "public_proof", "private_protocols",
     "private_proof", "constants"),
    ("equivalence_applications", "boosting", "newman", "fixed_sets"),
    ("equality", "two_dimensions", "hashing_learner"),
    ("greater_than", "thresholds"),
    ("augmented_index", "message_bound", "reduction", "proof"),
    ("fano", "messages"),
    ("geometric_classes", "conventions", "thresholds_and_boxes", "halfspaces_and_balls"),
    ("halfspace_trees", "weights", "tree", "counting"),
    ("lines", "plane_and_separation"),
    ("information", "entropies"),
    ("lines_lower_bound", "good_messages", "collisions", "point_information", "message_bound"),
    ("lines_learner", "sample_size", "basic_learner", "overall_learner", "guarantees"),
    ("block_sizes", "good_sizes", "bad_sizes", "stable_sizes"),
    ("confidence", "amplified_plan", "accuracy", "privacy"),
    ("open_questions", "information_and_memory"),
)
