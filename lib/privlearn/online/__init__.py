"""Learning one example at a time: the mistake-bound game, the standard optimal algorithm, equivalence queries."""

from privlearn.online.equivalence_queries import equivalence_query_complexity, is_query_strategy, query_strategy
from privlearn.online.mistake_bound import mistake_bound, mistakes_forced, play, tree_adversary
from privlearn.online.standard_optimal import Learner, StandardOptimalAlgorithm, VersionSpaceLearner

__all__ = [
    "Learner",
    "StandardOptimalAlgorithm",
    "VersionSpaceLearner",
    "equivalence_query_complexity",
    "is_query_strategy",
    "mistake_bound",
    "mistakes_forced",
    "play",
    "query_strategy",
    "tree_adversary",
]
