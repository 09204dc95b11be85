"""The three dimensions within one budget: steps, seconds, and what is told."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, lines
from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.report import searches
from privlearn.report.searches import STEPS, Watch, find_dimensions

HARD = ConceptClass.from_matrix(np.random.default_rng(5).integers(0, 2, (300, 40)))


def test_they_are_the_dimensions_of_all_255_classes_on_3_points_and_every_search_is_announced_and_limited():
    for c in all_classes(3):
        found = [bounds.proved().lower for bounds in find_dimensions(c).values()]
        assert found == [vc_dimension(c), littlestone_dimension(c), threshold_dimension(c)]
    told = []
    find_dimensions(lines(5), note=told.append)
    assert [line.split(" of ")[0] for line in told if " of " in line] == ["vc dimension", "littlestone dimension",
                                                                         "threshold dimension"]
    assert any(line.startswith("  between ") for line in told)
    assert not any(bounds.exact for bounds in find_dimensions(HARD, limit=1000).values())


@pytest.fixture
def asked(monkeypatch):
    """Write down the limit of each search in place of searching."""
    limits = []
    real = {name: getattr(searches, name) for name in ("vc_bounds", "littlestone_bounds", "threshold_bounds")}
    for name, search in real.items():
        def spy(concepts, *, limit, progress, search=search, **known):
            limits.append(limit)
            return search(concepts, limit=10, progress=progress, **known)
        monkeypatch.setattr(searches, name, spy)
    return limits


def test_seconds_are_worth_steps(asked):
    find_dimensions(HARD)
    find_dimensions(HARD, seconds=Fraction(2 * searches.USUAL_SECONDS))
    find_dimensions(HARD, limit=7, seconds=Fraction(1000))
    assert asked == [*STEPS.values(), *(2 * steps for steps in STEPS.values()), 7, 7, 7]


def test_the_vc_dimension_is_bounded_by_littlestones(monkeypatch):
    c = ConceptClass.from_matrix(np.vstack([np.eye(16), np.zeros((1, 16))]))
    monkeypatch.setattr(searches, "vc_bounds", lambda concepts, **_: searches.littlestone_bounds(concepts, limit=0))
    found = find_dimensions(c)
    assert found["littlestone_dimension"].upper == found["vc_dimension"].upper == 1


def test_a_watch_counts_from_the_first_report_and_never_ends_a_search_without_a_budget(monkeypatch):
    now, told = [100.0], []
    monkeypatch.setattr(searches, "process_time", lambda: now[0])
    watch, patient = Watch(told.append, 5.0), Watch(str, None)
    assert watch.spent() == 0
    for now[0], lower, steps, over in ((200.0, 1, 10, False), (205.0, 1, 20, False), (205.5, 2, 30, True)):
        assert watch(lower, 3, steps) is over
        assert not patient(lower, 3, steps)
    assert watch.spent() == 5.5
    assert told[-1] == "  between 2 and 3 (30 steps)"
    now[0] = 1e9
    assert patient(1, 3, 40) is False


def test_time_that_is_left_is_shared_with_the_later_searches(monkeypatch):
    now, shares = [0.0], []

    def slow(concepts, *, limit, progress, **known):
        shares.append(progress.seconds)
        progress(0, 1, 0)
        now[0] += 4.0
        return searches.DimensionBounds("", 0, 1, None, 0)

    monkeypatch.setattr(searches, "process_time", lambda: now[0])
    for name in ("vc_bounds", "littlestone_bounds", "threshold_bounds"):
        monkeypatch.setattr(searches, name, slow)
    find_dimensions(HARD, seconds=Fraction(10))
    assert shares == pytest.approx([0.75 * 10, 0.6 * 6, 2])


def test_time_that_is_over_ends_every_search(monkeypatch):
    clock = iter(range(0, 10**9, 100))
    monkeypatch.setattr(searches, "process_time", lambda: float(next(clock)))
    told = []
    found = find_dimensions(HARD, limit=10**9, seconds=Fraction(1), note=told.append)
    assert not any(bounds.exact for bounds in found.values())
    assert sum(line.startswith("  between") for line in told) <= 6
