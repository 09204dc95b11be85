"""Learning one example at a time: the mistake-bound game, the standard optimal algorithm, equivalence queries."""

from privlearn.online.equivalence_queries import equivalence_query_complexity, is_query_strategy, query_strategy
from privlearn.online.hull_learner import HullLearner, longest_hull_chain
from privlearn.online.mistake_game import mistake_bound, mistakes_forced, play, tree_adversary
from privlearn.online.perceptron import margin_class, margin_squared, perceptron_mistakes
from privlearn.online.regret import (minimax_regret, minimax_regrets, randomised_mistakes_of_all_classes,
                                     regret_upper_bound)
from privlearn.online.standard_optimal import Learner, StandardOptimalAlgorithm, VersionSpaceLearner
