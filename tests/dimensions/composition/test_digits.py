"""Comparing digits: the classes, the rule and the thresholds that it makes."""

import pytest

from privlearn.concepts import aggregate
from privlearn.dimensions import is_threshold_sequence, threshold_dimension
from privlearn.dimensions.composition.digits import digit_classes, digit_concepts, digit_rule, digits_of
from privlearn.exact import TooLargeToEnumerate


def test_digits_classes_and_rules_by_hand():
    assert [digits_of(n, 3, 2) for n in (0, 5, 8)] == [(0, 0), (1, 2), (2, 2)]  # digits
    assert [threshold_dimension(c) for c in digit_classes(64, base=4, digits=3)] == [3, 4, 3, 4, 4]
    assert digit_rule(1) == 0b10
    assert digit_rule(2) == 0b11111000  # g or (a and b), the number of a line being g a b
    assert [c.rows() for c in digit_classes(1, base=2, digits=1)] == [[(1,), (0,)]]
    assert digit_concepts(1, base=2, digits=1).rows() == [(1,)]
    assert is_threshold_sequence([(t, t) for t in range(27)], digit_concepts(27, base=3, digits=3))


@pytest.mark.parametrize(("points", "base", "digits"), [(4, 2, 2), (9, 3, 2), (8, 2, 3), (5, 3, 2), (3, 3, 1)])
def test_the_composed_class_has_all_thresholds(points, base, digits):
    classes = digit_classes(points, base=base, digits=digits)
    made = digit_concepts(points, base=base, digits=digits)
    assert len(classes) == 2 * digits - 1
    assert made.rows() == [tuple(int(x >= t) for x in range(points)) for t in range(points)]
    composed = aggregate(digit_rule(digits), *classes)
    assert set(made.rows()) <= set(composed.rows())
    assert threshold_dimension(composed) == points
    assert max(threshold_dimension(concepts) for concepts in classes) <= base


def test_the_most_points_are_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        digit_concepts(2049, base=46, digits=2)
    monkeypatch.setattr("privlearn.dimensions.composition.digits.LARGEST", 3)
    assert digit_concepts(3, base=2, digits=2).size == 3
    with pytest.raises(TooLargeToEnumerate, match="thresholds and points has 4 elements"):
        digit_concepts(4, base=2, digits=2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: digit_classes(0, base=2, digits=2), "points"), (lambda: digit_classes(5, base=2, digits=2), "points"),
    (lambda: digit_classes(4, base=1, digits=2), "base"), (lambda: digit_classes(4, base=2, digits=0), "digits"),
    (lambda: digit_concepts(5, base=2, digits=2), "points"), (lambda: digit_rule(9), "arity"),
    (lambda: digit_concepts(0, base=2, digits=1), "points")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
