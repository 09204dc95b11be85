"""Learning one example at a time: the mistake-bound game, the standard optimal algorithm, equivalence queries."""

from privlearn.online.chip_game import chip_game, classes_from_strategy, sphere_bound
from privlearn.online.equivalence_queries import equivalence_query_complexity, is_query_strategy, query_strategy
from privlearn.online.experts import hedge, hedge_bound
from privlearn.online.free_extension import extended_tree, free_extension
from privlearn.online.hull_learner import HullLearner, longest_hull_chain
from privlearn.online.mistake_bound import mistake_bound, mistakes_forced, play, tree_adversary
from privlearn.online.perceptron import margin_class, margin_squared, perceptron_mistakes
from privlearn.online.perfect_codes import cyclic_code
from privlearn.online.regret import minimax_regret, minimax_regrets, randomised_mistakes_of_all_classes
from privlearn.online.standard_optimal import Learner, StandardOptimalAlgorithm, VersionSpaceLearner
from privlearn.online.weighted_majority import WeightedMajority, best_discount, weighted_majority_bound

__all__ = [
    "HullLearner",
    "Learner",
    "StandardOptimalAlgorithm",
    "VersionSpaceLearner",
    "WeightedMajority",
    "best_discount",
    "chip_game",
    "classes_from_strategy",
    "cyclic_code",
    "equivalence_query_complexity",
    "extended_tree",
    "free_extension",
    "hedge",
    "hedge_bound",
    "is_query_strategy",
    "longest_hull_chain",
    "margin_class",
    "margin_squared",
    "minimax_regret",
    "minimax_regrets",
    "mistake_bound",
    "mistakes_forced",
    "perceptron_mistakes",
    "play",
    "query_strategy",
    "randomised_mistakes_of_all_classes",
    "sphere_bound",
    "tree_adversary",
    "weighted_majority_bound",
]
