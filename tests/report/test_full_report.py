"""The report of a class: names in the places of numbers, and its lines."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, lines, point_functions, thresholds
from privlearn.dimensions.sweeps import count_up_to_symmetry, place_of
from privlearn.dimensions.sweeps.places import alike
from privlearn.report import Wishes, class_report, report_lines
from privlearn.report.full_report import LONGEST_LINE, WITNESSES

EMPTY = ConceptClass.from_matrix(np.zeros((0, 2)))


def renumbered(tree, points, rows):
    if not isinstance(tree, list):
        return rows.index(tree)
    return (points.index(tree[0]), *(renumbered(part, points, rows) for part in tree[1:]))


def test_names_stand_in_the_places_of_the_numbers_only_if_they_are_asked_for():
    c = lines(3)
    points, rows = [f"point {x}" for x in range(c.size)], [f"line {h}" for h in range(len(c))]
    report = class_report(ConceptClass.from_matrix(c.matrix, points, rows), named=True)
    numbers, names = report["witnesses"], report["named_witnesses"]
    assert numbers == class_report(c)["witnesses"]
    assert tuple(points.index(x) for x in names["shattered_set"]) == numbers["shattered_set"]
    assert renumbered(names["mistake_tree"], points, rows) == numbers["mistake_tree"]
    assert tuple((rows.index(h), points.index(x)) for h, x in names["threshold_sequence"]) == numbers[
        "threshold_sequence"]
    assert class_report(EMPTY, named=True)["named_witnesses"] == {"shattered_set": None, "mistake_tree": None,
                                                                  "threshold_sequence": []}
    assert class_report(thresholds(1))["named_witnesses"] is None


def test_the_lines_show_numbers_and_reasons_what_is_out_of_reach_with_limits_and_long_witnesses_cut():
    report = class_report(thresholds(3), wishes=Wishes())
    shown = "\n".join(report_lines(report))
    assert all(f"{name.replace('_', ' ')}: {report[name]}" in shown for name in WITNESSES)
    assert all(f"{bound['name']}: {bound['value']:,}  [{bound['source']}]" in shown for bound in report["bounds"])
    assert all(row["reason"] in shown for row in report["left_out"])
    c = ConceptClass.from_matrix(np.random.default_rng(1).integers(0, 2, (300, 80)))
    lines_shown = list(report_lines(class_report(c, limit=1000)))
    assert any("out of reach, between" in line for line in lines_shown)
    tall = list(report_lines(class_report(thresholds(7))))
    assert max(len(line) for line in tall) <= LONGEST_LINE + 30
    assert any(line.endswith("...") for line in tall)


@pytest.mark.parametrize("concepts", [point_functions(2), thresholds(2)])
def test_a_small_class_is_told_its_place_in_the_atlas(concepts):
    report = class_report(concepts)
    found, place = report["atlas"], place_of(concepts)
    assert (found["place"], tuple(found["order"]), found["orbit"]) == (place.place, place.order, place.orbit)
    assert found["same_dimensions"] == alike(concepts)
    assert found["of"] == count_up_to_symmetry(concepts.size)
    assert f"class {place.place:,} of {found['of']:,} on {concepts.size} points" in "\n".join(report_lines(report))


@pytest.mark.parametrize("concepts", [thresholds(3), EMPTY])
def test_larger_classes_and_the_empty_one_have_no_place(concepts):
    report = class_report(concepts)
    assert report["atlas"] is None
    assert not any("atlas" in line for line in report_lines(report))
