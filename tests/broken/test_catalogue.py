"""The catalogue of broken mechanisms: everything broken is caught, everything right passes, controls are told apart."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.broken import catalogue
from privlearn.broken.arithmetic_mistakes import sum_trial
from privlearn.broken.famous_arithmetic import broken_division, broken_float_sum, half_precision_noise
from privlearn.broken.famous_noise import (concentrated_promise, selection_by_exponential_mechanism,
                                           selection_by_permute_and_flip)
from privlearn.broken.noise_mistakes import noise_mistakes, resampled, value_published, wrong_concentration
from privlearn.laws import exp_renyi_two
from privlearn.mechanisms.discrete_laplace import kolmogorov_distance


@pytest.fixture(scope="module")
def rows():
    return catalogue.run_catalogue()


def test_nothing_is_wrong_with_the_catalogue_of_all_rows_each_verified_by_other_code(rows):
    assert catalogue.complaints(rows) == []
    mistakes = [row for row in rows if row["kind"] == "mistake"]
    assert [row["row"] for row in mistakes] == [
        "1", "2", "2b", "3", "4", "5", "5b", "6", "10", "11", "12", "17a", "17b", "17c", "17d", "19", "7", "8", "9",
        "18a", "18b", "13", "14", "15", "15b", "16"]
    assert all(row["verified"] for row in mistakes)
    # All others pass on instances that are too small.
    assert {row["row"] for row in mistakes if not row["passes"]} == {
        "8", "9", "11", "12", "15", "15b", "17a", "17b", "17c", "17d"}


def test_only_the_exact_auditor_is_sound_and_controls_get_one_half_of_the_suite_right(rows):
    auditors = {row["name"]: row for row in rows if row["kind"] == "auditor"}
    assert {name: row["sound"] for name, row in auditors.items()} == {
        "exact auditor": True, "always private": False, "never private": False, "promise echo": False}
    scores = {name: (row["accepted"], row["rejected"]) for name, row in auditors.items()}
    right, broken = scores["exact auditor"]
    assert min(right, broken) == 26
    assert scores["always private"] == scores["promise echo"] == (right, 0)
    assert scores["never private"] == (0, broken)


def test_a_right_mechanism_among_the_broken_and_a_broken_control_are_complaints():
    right, broken = resampled(), value_published()
    found = catalogue.complaints(catalogue.run_catalogue([replace(right, trials=[right.control])]))
    assert "mistake 6 (noise drawn again until the count is in range) was not caught" in found
    assert "the exact auditor does not judge every mechanism of the catalogue rightly" in found
    found = catalogue.complaints(catalogue.run_catalogue([replace(broken, control=broken.trials[-1])]))
    assert len(found) == 2


def test_a_suite_without_broken_mechanisms_cannot_tell_the_controls():
    broken = value_published()
    found = catalogue.run_catalogue([replace(broken, trials=[broken.control])])
    assert any("not caught" in line for line in catalogue.complaints(found))
    only_right = [row | {"sound": row["accepted"] == row["right"]} for row in found if row["kind"] == "auditor"]
    assert sum("scores like the exact one" in line for line in catalogue.complaints(only_right)) == 2


def test_an_empty_catalogue_is_a_complaint_and_a_witness_that_other_code_refuses_no_catch():
    assert catalogue.complaints([]) != []
    broken = noise_mistakes()[0]
    blind = [replace(trial, refutes=lambda witness: False) for trial in broken.trials]
    assert not catalogue.mistake_row(replace(broken, trials=blind))["caught"]


def test_the_wrong_arithmetic_is_right_on_its_instances_and_hides_from_thresholds():
    assert broken_division(Fraction(3, 7), 5) == Fraction(3, 35)
    assert broken_division(Fraction(2, 3), 2) == Fraction(1, 2)
    assert kolmogorov_distance(12, broken_division).upper < Fraction(1, 400)
    assert len(half_precision_noise()) == 4096
    assert [broken_float_sum([k]) for k in range(17)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 10, 12, 12, 12, 14, 16, 16]
    found, _ = sum_trial(3, lambda values: broken_float_sum(values, bits=10)).outcome
    assert found == 4


def test_permute_and_flip_keeps_its_ratio_and_breaks_the_concentrated_promise():
    for base in (Fraction(101, 100), Fraction(3, 2), Fraction(2)):
        mechanism = selection_by_permute_and_flip(2, base)
        left, right = (mechanism((row,)).exact() for row in ((1, 0), (0, 1)))
        assert max(left[k] / right[k] for k in (0, 1)) == 2 * base - 1 <= base**2
        assert exp_renyi_two(left, right) > concentrated_promise(base).upper


def test_the_smallest_instance_of_the_concentrated_promise():
    *small, large_epsilon, caught = wrong_concentration().trials[:4]
    assert [trial.outcome[0] for trial in small] == [1, Fraction(4, 3)]
    assert caught.outcome[0] == Fraction(7, 3) > concentrated_promise(2).upper
    assert large_epsilon.outcome[0] < 64 < large_epsilon.promise.lower  # no mechanism of this ratio could break it


def test_the_exponential_mechanism_keeps_the_concentrated_promise():
    for base in (Fraction(101, 100), Fraction(3, 2), Fraction(4)):
        pairs = [((1, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (0, 0))]
        for pair in pairs:
            laws = [selection_by_exponential_mechanism(2, base)((row,)) for row in pair]
            assert exp_renyi_two(*laws) < concentrated_promise(base).lower
