"""KLMNS20, Section 4: HeavyPaths (Algorithm 6): its law, its sampler and its release."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.learners.interior_point import heavy_paths
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, HeavyPathsPlan, answer_from_law,
                                                           fast_heavy_paths_law, heavy_paths_law, plan_heavy_paths)
from privlearn.learners.interior_point.heavy_paths.tables import Row, answer_rows, heavy_paths_row, through
from privlearn.mechanisms import above_threshold, add_remove_one, replace_one
from privlearn.papers.klmns20.heavy_paths.instances import (TWO, Points, as_table, databases,
                                                            one_random_path_by_definition, plus, random_row, rows_of)
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL, heavy_paths_by_definition
from privlearn.papers.klmns20.large_domains.scripted import Script, sampled
from privlearn.papers.klmns20.stopping_point.instances import answers_by_series, by_hand, top

claim("KLMNS20-alg6", kind="algorithm", title="HeavyPaths: find the level, one random path there, and back up",
      uses=("KLMNS20-alg2", "KLMNS20-alg3", "KLMNS20-alg4", "KLMNS20-alg5", "KLMNS20-3.fast"),
      note="Exact in place of 40,000 runs. What users sample is the fast form: judged are its table, its sampler on "
           "all random numbers where these decide at quarters only, and that the release runs it on the rows and the "
           "plan promised; that single draws have the law of their tables is checked under KLMNS20-3.fast and "
           "KLMNS20-4.2.")


def law_of(s: Points, bits: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of the program that is sampled."""
    return fast_heavy_paths_law(s, bits, t).exact()


NARROW = replace(TWO, stop=1, level_threshold=2, threshold_choose=2)
SEVERAL = (*((s, 3) for s in (*databases(3, 2, 2), *databases(3, 3, 3))), ((0, 0, 1, 5, 5, 7), 3),
           ((2, 2, 2, 3, 3, 6, 6), 3),
           ((3, 3, 5, 7, 12, 12, 12, 12, 12), 4), ((0, 1, 1, 7, 9, 9, 12), 4), ((0, 1, 2, 3, 8, 9, 14, 15), 4))


def values_by_hand(s: Points, bits: int, t: HeavyPathsParameters) -> tuple[int, ...]:
    """Return f_1, ..., f_N without trimming, from words."""
    points, size, values = list(s), bits, []
    for _ in range(t.levels):
        points, size = by_hand(points, size, t.stop)[0], size.bit_length()
        values.append(top(points))
    return tuple(values)


@check("KLMNS20-alg6", grade="exact",
       quantifier="all S of 2 and 3 points of 3 bits, five of 6 to 9 points of 3 and 4 bits, N = 2 and "
                  "3, t = 1: the law of what is sampled is the mixture of the laws of A_k on words with the law of "
                  "StoppingPoint, and sums to 1",
       says="the law sampled is the mixture of the laws of A_k by StoppingPoint's law of k, and sums to 1")
@sabotage("the mixture with N - 1 levels in StoppingPoint",
          lambda s, bits, t: law_of(s, bits, replace(t, levels=t.levels - 1)))
@sabotage("a threshold one higher", lambda s, bits, t: law_of(s, bits, replace(t, threshold=t.threshold + 1)))
@judged("==")
def law_is_the_mixture_over_the_level(law=law_of):
    for s, bits in SEVERAL:
        t = replace(NARROW, levels=3 if len(s) > 6 else 2)
        mixture: dict[Any, Fraction] = {}
        told = above_threshold(values_by_hand(s, bits, t), t.threshold, t.exp_threshold, t.exp_query).exact()
        weights = [told[k] + (told[None] if k == t.levels - 1 else 0) for k in range(t.levels)]
        for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
            plus(mixture, part, weight)
        yield s, law(s, bits, t), mixture
        yield s, sum(mixture.values()), Fraction(1)

def refutes_law_is_the_mixture_over_the_level(law, s):
    bits = 4 if max(s) > 7 else 3
    t = replace(NARROW, levels=3 if len(s) > 6 else 2)
    *weights, rest = answers_by_series(values_by_hand(s, bits, t), t.threshold, Fraction(1, 2), Fraction(1, 2))
    weights[-1] += rest
    expected: dict[Any, Fraction] = {}
    for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
        plus(expected, part, weight)
    found = law(s, bits, t)
    return any(abs(found.get(o, Fraction(0)) - expected.get(o, Fraction(0))) > Fraction(1, 10**6)
               for o in {*found, *expected})


@check("KLMNS20-alg6", grade="exact",
       quantifier="the same databases with trim 0, and with trim 1 if they have 6 points or more: the plain program, "
                  "which the lemmas are checked for, has the law of the one that is sampled",
       says="the plain program has the law of the fast form, which is sampled")
@sabotage("levels that are told are one too deep",
          lambda s, bits, t: answer_from_law(s, bits, t.levels, t).exact())
@judged("==")
def plain_form_has_the_law_of_the_fast_one(law=lambda s, bits, t: heavy_paths_law(s, bits, t).exact()):
    for s, bits in SEVERAL:
        for trim in (0, 1) if len(s) > 5 else (0,):
            t = replace(NARROW, trim=trim, levels=3 if len(s) > 6 else 2)
            yield (s, bits, trim), law(s, bits, t), law_of(s, bits, t)

def refutes_plain_form_has_the_law_of_the_fast_one(law, s, bits, trim):
    t = replace(NARROW, trim=trim, levels=3 if len(s) > 6 else 2)
    return law(s, bits, t) != as_table(heavy_paths_row(s, bits, t))


QUARTERS = tuple(HeavyPathsParameters(levels=2, trim=0, stop=1, threshold=heavy, high=heavy, exp_threshold=2,
                                      exp_query=2, exp_path=3, exp_level=3, exp_choose=3, exp_end=end,
                                      level_threshold=threshold, threshold_choose=threshold + 1)
                 for heavy, end, threshold in ((2, 3, 1), (3, 7, 2)))


def sampled_quietly(t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of what is drawn for S = 0^3 of 2 bits if all noises of StoppingPoint are 0."""
    return sampled(fast_heavy_paths_law((0, 0, 0), 2, t).sample, pieces=4, quiet=True)


@check("KLMNS20-alg6", grade="exhaustive",
       quantifier="S = 0^3 of 2 bits, N = 2, t = 1, T = 2 (level 1 is heavy) and T = 3 (none is, and the last one is "
                  "taken), e^epsilon = 3: every draw decides at quarters, so that all answers of the random source are "
                  "four to a draw; if the noises of StoppingPoint are 0, what is drawn has the law of A_1, of A_2",
       says="with noises 0 what is drawn has the law of A_1, or of A_2 where no level is heavy")
@sabotage("the first level where no one is heavy",
          lambda t: sampled_quietly(replace(t, levels=1)))
@sabotage("the choice of a level by 9^f", lambda t: sampled(
    fast_heavy_paths_law((0, 0, 0), 2, replace(t, exp_level=9)).sample, pieces=4, quiet=True))
@judged("==")
def what_is_drawn_has_the_law_of_the_level_told(draw=sampled_quietly):
    for which, t in enumerate(QUARTERS):
        yield which, draw(t), heavy_paths_by_definition((0, 0, 0), 2, t)[which]

def refutes_what_is_drawn_has_the_law_of_the_level_told(draw, which):
    return draw(QUARTERS[which]) != as_table(answer_rows((0, 0, 0), 2, QUARTERS[which])[which])


LONG = 2**15 + 11


@cache
def released_from(public: bool, more: int, split: int) -> tuple[list[int], HeavyPathsPlan]:
    """Return as many rows of 16 bits as planned and ``more``, and the plan: all but ``split`` of the small ones go."""
    plan = plan_heavy_paths(16, neighbours=replace_one if public else add_remove_one, **GOAL)
    count = max(0, plan.rows + more)
    small = min(count, (more // 2 if public and more > 0 else 0) + plan.parameters.trim + split)
    return [LONG] * (count - small) + [0] * small, plan


def release_of(public: bool, rows: list[int], source) -> Any:
    """Return the answer that is released; "refused" where the rows are too few."""
    try:
        return heavy_paths(rows, neighbours=replace_one if public else add_remove_one, domain_bits=16, rng=source,
                           **GOAL)
    except ValueError:
        return "refused"


def told(run: Callable[[Any], Any], k: int) -> tuple[Any, int]:
    """Return an answer to the k-th script of random numbers, and how many of these were asked for."""
    source = Script([0] * 40 + [k] * 40, 5)
    return run(source), len(source.bounds)


RELEASES = tuple((public, more, split) for public in (True, False) for more in (0, 1, 2, 5, -1, -10**6)
                 for split in (0, 1))


@check("KLMNS20-alg6", grade="exact",
       quantifier="2^16 points, epsilon = 1, delta = 10^-6, beta = 1/10, both relations; as many rows as planned, 1, 2 "
                  "and 5 more, 1 fewer and none: what is released is drawn, with the same random numbers, from the law "
                  "with the planned parameters on the middle rows (replacement: of more rows than the planned r, half "
                  "of the others is set aside on either side; fewer are refused) or on all rows (adding and removing); "
                  "none or one of the small rows is left on the random path",
       says="the release draws from the planned law on the rows that it keeps, and refuses too few rows")
@sabotage("too few rows are taken all the same", lambda public, rows, source: release_of(False, rows, source))
@sabotage("some rows are not looked at", lambda public, rows, source: release_of(public, rows[4:], source))
@judged("==")
def the_release_draws_from_the_planned_law(release=release_of):
    for public, more, split in RELEASES:
        rows, plan = released_from(public, more, split)
        aside = max(0, more) // 2 if public else 0
        law = fast_heavy_paths_law(sorted(rows)[aside:len(rows) - aside], 16, plan.parameters)
        for k in range(4):
            found = told(partial(release, public, rows), k)
            yield (public, more, split, k), found, ("refused", 0) if public and more < 0 else told(law.sample, k)

def refutes_the_release_draws_from_the_planned_law(release, public, more, split, k):
    rows, plan = released_from(public, more, split)
    found = told(lambda source: release(public, rows, source), k)
    if public and len(rows) < plan.rows:
        return found != ("refused", 0)
    aside = (len(rows) - plan.rows) // 2 if public else 0
    kept = sorted(rows)[aside:len(rows) - aside]
    return found != told(fast_heavy_paths_law(kept[::-1], 16, plan.parameters).sample, k)


@check("KLMNS20-alg6", grade="exact",
       quantifier="N = 1, all S of at most 4 points of 3 bits: HeavyPaths is OneRandomPath, whatever its noise",
       says="HeavyPaths with one level has the law of OneRandomPath")
def one_level_is_one_random_path(law=heavy_paths_row) -> Verdict:
    t = replace(TWO, levels=1, level_threshold=2)
    return judge("==", ((s, as_table(law(s, 3, t)), as_table(random_row(s, 3, t))) for s in databases(3, 4)))

def refutes_one_level_is_one_random_path(law, s):
    t = replace(TWO, levels=1, level_threshold=2)
    return as_table(law(s, 3, t)) != one_random_path_by_definition(s, 3, t)

@one_level_is_one_random_path.corrupted("OneRandomPath one level too deep")
def onerandompath_one_level_too_deep(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
    inner = tuple(by_hand(s, bits, t.stop)[0])
    return through(random_row(inner, bits.bit_length(), t), rows_of(s, bits, t))
