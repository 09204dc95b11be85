"""Unions of classes online: a learner, the chip game, free extensions, perfect codes."""

from privlearn.online.unions.chips import chip_game, classes_from_strategy, sphere_bound
from privlearn.online.unions.extensions import extended_tree, free_extension
from privlearn.online.unions.learner import UnionLearner
from privlearn.online.unions.perfect_codes import GOLAY, HAMMING, cyclic_code, is_covered

__all__ = [
    "GOLAY", "HAMMING", "UnionLearner", "chip_game", "classes_from_strategy", "cyclic_code", "extended_tree",
    "free_extension", "is_covered", "sphere_bound",
]
