"""Unions of classes online: a learner, the chip game, free extensions, perfect codes."""

from privlearn.online.unions.chips import chip_game, classes_from_strategy, sphere_bound
from privlearn.online.unions.extensions import extended_tree, free_extension
from privlearn.online.unions.learner import UnionLearner
from privlearn.online.unions.perfect_codes import GOLAY, HAMMING, cyclic_code, is_covered
