"""TreeLog's law, written once."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.mechanisms import multiset_databases
from privlearn.papers.klmns20.tree_log.instances import law_by_definition

LEVEL = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
ONE = TreeLogParameters((LEVEL,), 2)
NONE = TreeLogParameters((), 2)


def test_the_law_is_that_of_the_definition():
    parameters = TreeLogParameters((Level(exp_path=Fraction(3, 2), exp_choose=2, threshold=1, exp_end=3, trim=1,
                                          stop=1),), 2)
    for n in range(5):
        for s in combinations_with_replacement(range(4), n):
            assert tree_log_law(s, 2, parameters).exact() == law_by_definition(s, 2, parameters.levels, Fraction(2))
    parameters = TreeLogParameters((LEVEL, Level(exp_path=2, exp_choose=2, threshold=1, exp_end=2, trim=0,  # two levels
                                                 stop=0)), Fraction(3, 2))
    s = (1, 3, 3, 6, 12)
    assert tree_log_law(s, 4, parameters).exact() == law_by_definition(s, 4, parameters.levels, Fraction(3, 2))


def test_laws_of_empty_trimmed_and_unordered_databases():
    # the order of the rows does not matter
    assert tree_log_law((3, 0, 7, 3), 3, ONE).exact() == tree_log_law((0, 3, 3, 7), 3, ONE).exact()
    assert tree_log_law((), 3, ONE).exact() == {None: 1}  # an empty database gives no answer
    # trimming everything gives no answer
    level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=3, stop=1)
    assert tree_log_law((1, 2, 3, 4), 3, TreeLogParameters((level,), 2)).exact() == {None: 1}
    # without levels it is the exponential mechanism
    assert tree_log_law((1,), 1, NONE).exact() == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    # an empty database at the base gives the uniform law
    assert tree_log_law((), 2, NONE).exact() == dict.fromkeys(range(4), Fraction(1, 4))


def test_likely_answers_of_levels():
    assert tree_log_law((5,) * 30, 3, ONE).exact()[5] > Fraction(999, 1000)  # a repeated point is the likely answer
    # the heavy path replaces the random one
    level = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
    law = tree_log_law((0, 0, 0, 7), 3, TreeLogParameters((level,), 2)).exact()
    assert law[0] > law.get(7, 0)
    # levels beyond the deepest are clamped
    # 16 points: levels 0..4 live on 8 points, so that an inner candidate leaf can be 7
    parameters = TreeLogParameters((LEVEL, Level(exp_path=2, exp_choose=2, threshold=0, exp_end=2, trim=0, stop=0)), 2)
    assert sum(tree_log_law((1, 1, 1, 15), 4, parameters).exact().values()) == 1
    law = tree_log_law((1, 2, 2, 6), 3, ONE)  # samples are outcomes of the law
    table, rng = law.exact(), np.random.default_rng(3)
    assert all(law.sample(rng) in table for _ in range(50))
    # fractional thresholds have no rational law
    level = Level(exp_path=2, exp_choose=2, threshold=Fraction(5, 2), exp_end=2, trim=0, stop=1)
    with pytest.raises(ValueError, match="threshold"):
        tree_log_law((1, 1), 3, TreeLogParameters((level,), 2)).exact()


def test_nodes_are_chosen_by_weight_between_the_root_and_the_leaves():
    assert node_law((0, 0, 3), 2, 1, 2, 1).exact() == {
        (1, 0): Fraction(1, 2), (1, 1): Fraction(1, 4), None: Fraction(1, 4)}
    assert node_law((0, 0, 3), 2, 0, 2, 1).exact() == {(0, 0): Fraction(4, 5), None: Fraction(1, 5)}
    assert node_law((0, 3), 2, 2, 2, 1).exact() == dict.fromkeys([(2, 0), (2, 3), None], Fraction(1, 3))
    for depth in (-1, 3):
        with pytest.raises(ValueError, match="depth must"):
            node_law((0, 0, 3), 2, depth, 2, 1)


@pytest.mark.parametrize("call", [
    lambda: Level(exp_path=Fraction(1, 2), exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1),
    lambda: Level(exp_path=2, exp_choose=0, threshold=2, exp_end=2, trim=0, stop=1),
    lambda: Level(exp_path=2, exp_choose=2, threshold="2", exp_end=2, trim=0, stop=1),
    lambda: Level(exp_path=2, exp_choose=2, threshold=2, exp_end=Fraction(1, 2), trim=0, stop=1),
    lambda: Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=-1, stop=1),
    lambda: Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=-1),
    lambda: TreeLogParameters([LEVEL], 2), lambda: TreeLogParameters((LEVEL,), Fraction(1, 2)),
    lambda: TreeLogParameters((LEVEL,), 2, threshold_base=Fraction(5, 2)), lambda: tree_log_law((8,), 3, ONE),
    lambda: tree_log_law((-1,), 3, ONE), lambda: tree_log_law((1.5,), 3, ONE), lambda: tree_log_law((1,), -1, ONE),
    lambda: tree_log_law((1,), 3, (LEVEL,))])
def test_bad_input_is_refused_before_any_random_step(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_reflected_database_has_the_reflected_law():
    parameters = TreeLogParameters((Level(exp_path=4, exp_choose=4, threshold=3, exp_end=4, trim=1,
                                          stop=1),), exp_base=4)
    for database in multiset_databases(range(8), 4):
        law = tree_log_law(database, 3, parameters).exact()
        image = tree_log_law([7 - x for x in database], 3, parameters).exact()
        assert image == {None if x is None else 7 - x: mass for x, mass in law.items()}
