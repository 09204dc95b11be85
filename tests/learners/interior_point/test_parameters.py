"""Plans: what is proved, what is refused, and that small plans are private as promised."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact import exp_bracket
from privlearn.learners.interior_point import exponential_rows
from privlearn.learners.interior_point.problem import exponential_failure_bracket
from privlearn.learners.interior_point.tree_log import (
    Level,
    TreeLogParameters,
    plan_tree_log,
    rows_needed,
    tree_log_law,
)
from privlearn.learners.interior_point.tree_log.relations import proved_privacy
from privlearn.mechanisms import (
    add_remove_one,
    audit_approximate,
    flip_one_label,
    multiset_databases,
    replace_one,
    replace_one_unordered,
)

WANTED = {"epsilon": Fraction(1), "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
HEAVY = Level(None, 4, 4, 4, 1, 3)
RANDOM = Level(4, 4, 4, 4, 1, 3)


@pytest.mark.parametrize("bits", [1, 5, 64, 300, 1 << 20])
@pytest.mark.parametrize("relation", [replace_one, add_remove_one])
def test_plan_keeps_its_budgets(bits, relation):
    plan = plan_tree_log(bits, neighbours=relation, **WANTED)
    assert plan.exp_epsilon <= exp_bracket(1).lower
    assert plan.delta.upper <= WANTED["delta"]
    assert plan.failure.upper <= WANTED["beta"]


def test_kind_with_fewest_rows_is_taken():
    assert plan_tree_log(32, neighbours=replace_one, **WANTED).kind == "exponential"
    assert plan_tree_log(128, neighbours=replace_one, **WANTED).kind == "heavy path"
    assert plan_tree_log(128, neighbours=add_remove_one, **WANTED).kind == "exponential"
    assert plan_tree_log(1024, neighbours=add_remove_one, **WANTED).kind == "random path"


def test_rows_needed_are_those_of_the_plan():
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED)
    assert rows_needed(128, neighbours=replace_one, **WANTED) == plan.rows


def test_all_steps_are_rational():
    plan = plan_tree_log(1024, neighbours=add_remove_one, **WANTED)
    for level in plan.parameters.levels:
        assert all(isinstance(x, Fraction) for x in (level.exp_path, level.exp_choose, level.exp_end))
        assert isinstance(level.threshold, int)


@pytest.mark.parametrize("kind", ["exponential", "heavy path", "random path"])
@pytest.mark.parametrize("more", [0, 1, 2, 7, 1000])
def test_more_public_rows_keep_the_guarantee(kind, more):
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED, kind=kind)
    wider = plan.for_rows(plan.rows + more)
    assert wider.exp_epsilon == plan.exp_epsilon
    assert wider.delta.upper <= WANTED["delta"]
    assert wider.failure.upper <= WANTED["beta"]


def test_too_few_public_rows_are_refused_with_the_number_needed():
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED)
    with pytest.raises(ValueError, match=f"at least {plan.rows}"):
        plan.for_rows(plan.rows - 1)


@pytest.mark.parametrize("kind", ["heavy path", "random path"])
def test_domain_of_2_to_the_2_to_the_80_points_has_plans(kind):
    """Where the base takes as many elements as the stopping weight allows, which then has to grow."""
    plan = plan_tree_log(1 << 80, neighbours=replace_one, **WANTED, kind=kind)
    assert plan.failure.upper <= WANTED["beta"]
    assert plan.rows < 1000


def test_unordered_replacement_is_replacement():
    assert plan_tree_log(8, neighbours=replace_one_unordered, **WANTED).neighbours is replace_one


@pytest.mark.parametrize(("change", "word"), [
    ({"epsilon": 0}, "epsilon"), ({"epsilon": -1}, "epsilon"), ({"epsilon": 21}, "epsilon"), ({"delta": 0}, "delta"),
    ({"delta": 1}, "delta"), ({"beta": 0}, "beta"), ({"kind": "best"}, "kind"), ({"levels": 0}, "levels"),
    ({"neighbours": flip_one_label}, "neighbours"),
    ({"neighbours": add_remove_one, "kind": "heavy path"}, "heavy path")])
def test_bad_arguments_are_refused_by_name(change, word):
    with pytest.raises(ValueError, match=word):
        plan_tree_log(16, **({"neighbours": replace_one} | WANTED | change))


def test_no_bits_are_refused():
    with pytest.raises(ValueError, match="domain_bits"):
        plan_tree_log(0, neighbours=replace_one, **WANTED)


def test_heavy_path_needs_a_public_number_of_rows():
    with pytest.raises(ValueError, match="public"):
        proved_privacy(TreeLogParameters((HEAVY,), 2), replace_one)
    with pytest.raises(ValueError, match="public"):
        proved_privacy(TreeLogParameters((HEAVY,), 2), add_remove_one, rows=5)


def test_heavy_path_is_for_one_level():
    with pytest.raises(ValueError, match="one level"):
        proved_privacy(TreeLogParameters((HEAVY, HEAVY), 2), replace_one, rows=5)


def test_heavy_path_is_refused_beyond_its_size():
    parameters = TreeLogParameters((HEAVY,), 2)  # 2 trim + 2 stop + 1 = 9
    assert proved_privacy(parameters, replace_one, rows=9)[0] == 4**4 * 4
    with pytest.raises(ValueError, match="at most 9"):
        proved_privacy(parameters, replace_one, rows=10)


def test_impure_choice_is_refused():
    level = replace(RANDOM, exp_choose=Fraction(11, 10), threshold=1)
    with pytest.raises(ValueError, match="threshold"):
        proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)


def test_stopping_weight_too_small_for_the_path_is_refused():
    level = replace(RANDOM, exp_path=Fraction(3, 2), stop=1)
    with pytest.raises(ValueError, match="stop"):
        proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)


def test_random_path_needs_a_gap():
    with pytest.raises(ValueError, match="exp_gap"):
        proved_privacy(TreeLogParameters((RANDOM,), 2), add_remove_one)


@pytest.mark.parametrize(("level", "relation", "rows"), [
    (Level(2, 2, 3, 2, 0, 2), add_remove_one, None), (Level(None, 2, 3, 2, 0, 2), replace_one, 4)])
def test_proved_privacy_covers_the_exact_law_on_a_small_domain(level, relation, rows):
    parameters = TreeLogParameters((level,), 2)
    exp_epsilon, delta = proved_privacy(parameters, relation, rows=rows, exp_gap=4)
    databases = [s for n in ((rows,) if rows else range(5)) for s in multiset_databases(range(4), n)]
    pairs = replace_one_unordered if rows else add_remove_one
    audit = audit_approximate(lambda s: tree_log_law(s, 2, parameters), databases, pairs, exp_epsilon)
    assert audit.delta <= delta.upper


def test_exponential_rows_are_the_least():
    for bits in (1, 2, 10, 100):
        n = exponential_rows(bits, Fraction(1, 2), Fraction(1, 10))
        assert exponential_failure_bracket(bits, n, Fraction(1, 2)).upper <= Fraction(1, 10)
        assert exponential_failure_bracket(bits, n - 1, Fraction(1, 2)).lower > Fraction(1, 10)


def test_exponential_rows_refuse_epsilon_zero():
    with pytest.raises(ValueError, match="epsilon"):
        exponential_rows(8, 0, Fraction(1, 10))
