"""KLMNS20, Section 2.1 and Lemma 2.4: the choosing mechanism, as in the literature and in one shot."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm
from privlearn.exact.intervals import ball, ball_bracket, bracket_of
from privlearn.laws import Law
from privlearn.mechanisms import choose_one_shot, choosing_mechanism, from_scores
from privlearn.mechanisms.choosing import choosing_error, choosing_least_error, choosing_odds, choosing_true_delta
from privlearn.mechanisms.choosing_once import (one_shot_delta, one_shot_is_pure, one_shot_no_answer, one_shot_run_law,
                                                one_shot_threshold)
from privlearn.mechanisms.exponential import run_law
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import (COUNTS, RATIOS, SETTINGS, SETTINGS_TEXT, Setting,
                                                         answer_by_definition, bad_answer, beyond, far_best, largest_b,
                                                         largest_excess, largest_excess_in_balls, one_shot_pairs,
                                                         worst_a_ratios)

claim("KLMNS20-2.choose", kind="algorithm", uses=("KLMNS20-2.bg", "KLMNS20-2.em"),
      title="The choosing mechanism, in two versions",
      note="Version (a) is the literature's, with reconstructed constants; version (b), one draw that includes the "
           "outcome 'no answer', is ours and is what the rest of this part uses.")


def count_vectors() -> list[tuple[int, ...]]:
    """Return count vectors of 2 solutions up to 75, of 3 with six different counts, of 4 up to 3, up to order."""
    return [*combinations_with_replacement(range(76), 2), *combinations_with_replacement((0, 1, 2, 5, 40, 75), 3),
            *combinations_with_replacement(range(4), 4)]


@check("KLMNS20-2.choose", grade="exact",
       quantifier="version (b): 2 solutions with all counts up to 75, 3 with counts 0, 1, 2, 5, 40, 75, 4 with "
                  "counts up to 3; (e^epsilon, threshold) = (2, 9), (4, 3); all outcomes",
       says="the weights are e^(epsilon q) for q > 0 and e^(epsilon threshold) for no answer, and all sums to 1")
@sabotage("solutions of score 0 may come out",
          lambda scores, ratio, threshold: from_scores({**scores, None: threshold}, ratio))
@sabotage("threshold one too small", lambda scores, ratio, threshold: choose_one_shot(scores, ratio, threshold - 1))
@judged("==")
def one_shot_law_sums_to_one_over_positive_scores_and_none(mechanism=choose_one_shot):
    for counts, (ratio, threshold) in product(count_vectors(), ((2, 9), (4, 3))):
        law = mechanism(dict(enumerate(counts)), Fraction(ratio), threshold).exact()
        total = ratio**threshold + sum(ratio**q for q in counts if q)
        listed: dict[Any, Fraction] = {k: Fraction(ratio**q, total) for k, q in enumerate(counts) if q}
        listed[None] = Fraction(ratio**threshold, total)
        yield (counts, ratio, threshold), [sum(law.values()), law], [1, listed]

def refutes_one_shot_law_sums_to_one_over_positive_scores_and_none(mechanism, counts, ratio, threshold):
    law = mechanism(dict(enumerate(counts)), Fraction(ratio), threshold).exact()
    odds = [law.get(k, 0) * ratio**threshold != (law[None] * ratio**q if q else 0) for k, q in enumerate(counts)]
    return sum(law.values()) != 1 or any(odds)


Runs = tuple[tuple[int, int], ...]
CROWDS: tuple[Runs, ...] = tuple(((2**64, 0), (crowd, 1), (1, best)) for crowd in (0, 1, 10**6)
                                 for best in (10, 20, 40))


@check("KLMNS20-2.choose", grade="exact",
       quantifier="2^64 solutions of score 0, none, one or 10^6 of score 1, one of score 10, 20, 40; (e^epsilon, "
                  "threshold) = (2, 9), (4, 3): Pr[score 0 or no answer] <= 1 / (1 + e^(epsilon (OPT - threshold)))",
       says="{Pr[score 0 or no answer]} is at most {1/(1 + e^(epsilon (OPT - threshold)))}")
@judged("<=")
def empty_solutions_do_not_matter_however_many(law=one_shot_run_law):
    for runs, (ratio, threshold) in product(CROWDS, ((2, 9), (4, 3))):
        table = law(runs, Fraction(ratio), threshold).exact()
        yield ((runs, ratio, threshold), table[None] + table.get(0, Fraction(0)),
               1 / (1 + Fraction(ratio) ** (runs[2][1] - threshold)))

def refutes_empty_solutions_do_not_matter_however_many(law, runs, ratio, threshold):
    table = law(runs, Fraction(ratio), threshold).exact()
    good = table.get(1, 0) + table[2]
    return good * ratio**threshold < (1 - good) * ratio ** runs[2][1]

@empty_solutions_do_not_matter_however_many.corrupted("solutions of score 0 may come out")
def solutions_score_0_may_come_out(runs: Runs, ratio: Fraction, threshold: int) -> Law:
    return run_law([*runs, (1, threshold)], ratio).map(lambda k: None if k == len(runs) else k)


def agree(left: Bracket, right: Bracket) -> bool:
    """Tell whether two brackets overlap and are narrow: relative width below ``2^-60``."""
    narrow = all((side.upper - side.lower) * 2**60 <= side.upper for side in (left, right))
    return narrow and left.lower <= right.upper and right.lower <= left.upper


def literature_vectors(setting: tuple[Fraction, Fraction, Fraction]) -> list[tuple[int, ...]]:
    """Return count vectors of 2 and 3 solutions around the threshold of a setting, with zeros."""
    most = beyond(setting)
    counts = (0, 1, most // 2, most - 7, most - 6, most)
    return [vector for size in (2, 3) for vector in combinations_with_replacement(counts, size) if max(vector)]


@cache
def power_by_definition(score: int, epsilon: Fraction) -> Bracket:
    """Bracket ``e^{epsilon score / 4}`` in ball arithmetic."""
    return bracket_of(lambda: (ball(epsilon) * score / 4).exp())


def by_definition(counts: tuple[int, ...], setting: tuple[Fraction, Fraction, Fraction],
                  growth: int) -> dict[Any, Bracket]:
    """Return version (a) as a table, straight from its two steps."""
    answer = answer_by_definition(max(counts), *setting, growth)
    power = {q: power_by_definition(q, setting[0]) for q in counts}
    total = sum((power[q] for q in counts if q), Bracket(Fraction(0), Fraction(0)))
    return {None: 1 - answer, **{k: answer * power[q] / total for k, q in enumerate(counts) if q}}


@check("KLMNS20-2.choose", grade="certified",
       quantifier=f"version (a): {SETTINGS_TEXT}; 2 and 3 solutions with 6 counts from 0 to about the threshold, "
                  "growth k = 1, 3; probabilities to 60 bits by two routes",
       says="the law is that of noise on the best score, then a choice among the positive ones")
@sabotage("scores raised by 1 first, so that those of 0 come out",
          lambda scores, **given: choosing_mechanism({f: score + 1 for f, score in scores.items()}, **given))
@sabotage("the growth k forgotten in the threshold",
          lambda scores, **given: choosing_mechanism(scores, **{**given, "growth": 1}))
@judged("==")
def literature_law_is_noise_on_the_best_then_a_choice(mechanism=choosing_mechanism):
    for setting, growth in product(SETTINGS, (1, 3)):
        e, d, b = setting
        for counts in literature_vectors(setting):
            table = mechanism(dict(enumerate(counts)), epsilon=e, delta=d, beta=b, growth=growth)
            expected = by_definition(counts, setting, growth)
            same = table.keys() == expected.keys() and all(agree(table[f], expected[f]) for f in expected)
            total = sum(table.values(), as_bracket(0))
            yield (counts, setting, growth), (same, total.lower <= 1 <= total.upper), (True, True)

def refutes_literature_law_is_noise_on_the_best_then_a_choice(mechanism, witness):
    counts, (e, d, b), k = witness
    table = mechanism(dict(enumerate(counts)), epsilon=e, delta=d, beta=b, growth=k)
    positive = [f for f, q in enumerate(counts) if q]
    if table.keys() != {None, *positive}:
        return True
    best = max(positive, key=lambda f: counts[f])
    tail = exp_bracket((counts[best] * e - 8 * log_bracket(4 * k / (b * e * d)).lower) / 4) / 2  # of noise up to T
    none = 1 - tail if tail.upper <= Fraction(1, 2) else 1 / (4 * tail)
    wrong = [abs((table[f] / table[best] * exp_bracket(e * (counts[best] - counts[f]) / 4)).lower - 1)
             for f in positive]
    return max(*wrong, abs((table[None] / none).lower - 1)) > Fraction(1, 10**9)

@literature_law_is_noise_on_the_best_then_a_choice.corrupted("noise of scale 2/epsilon")
def noise_scale_2_epsilon(scores: dict[Any, int], **given) -> dict[Any, Bracket]:
    right = choosing_mechanism(scores, **given)
    low = right[None].upper <= Fraction(1, 2)
    tail = right[None] if low else 1 - right[None]
    none = 2 * tail * tail if low else 1 - 2 * tail * tail  # half as much noise squares twice the tail
    return {f: none if f is None else p * (1 - none) / (1 - right[None]) for f, p in right.items()}


@literature_law_is_noise_on_the_best_then_a_choice.corrupted("a choice with weights e^(epsilon q / 8)")
def choice_weights_e_epsilon_q_8(scores: dict[Any, int], *, epsilon, **given) -> dict[Any, Bracket]:
    none = choosing_mechanism(scores, epsilon=epsilon, **given)[None]
    weight = {f: power_by_definition(q, epsilon / 2) for f, q in scores.items() if q}
    total = sum(weight.values(), as_bracket(0))
    return {None: none, **{f: (1 - none) * w / total for f, w in weight.items()}}


GRID = tuple((setting, size) for setting in SETTINGS for size in (2, 3) if size == 2 or beyond(setting) < 40)


claim("KLMNS20-2.4", kind="lemma", uses=("KLMNS20-2.1", "KLMNS20-2.bg", "KLMNS20-2.choose", "KLMNS20-2.2"),
      title="Privacy and utility of the choosing mechanism",
      note="Constants reconstructed. Version (a) is private with much room: its true delta is about the square of the "
           "one asked for, so that half of its threshold would pass. In version (b) direction A is pure if and only if "
           "delta <= 1 - e^-epsilon, a precondition that the library checks.",
      formulas=(choosing_error, choosing_least_error, choosing_true_delta, one_shot_delta, one_shot_no_answer,
                one_shot_threshold))


def bracketed_excess(setting: Setting, odds: Fraction | Bracket, witness: tuple[Any, Any, bool]) -> Bracket:
    """Bracket the hockey stick of one pair from the library's table: separate code from the search."""
    e, d, b = setting
    small, large, back = witness
    tables = [choosing_mechanism(dict(enumerate(s)), epsilon=e, delta=d, beta=b, odds=odds) for s in (small, large)]
    left, right = tables[back], tables[not back]
    ratio, zero = ball_bracket(ball(e).exp()), Bracket(Fraction(0), Fraction(0))
    gains = [p - ratio * right.get(f, zero) for f, p in left.items()]
    return Bracket(sum((max(g.lower, Fraction(0)) for g in gains), Fraction(0)),
                   sum((max(g.upper, Fraction(0)) for g in gains), Fraction(0)))


@check("KLMNS20-2.4", grade="certified",
       quantifier=f"version (a), {SETTINGS_TEXT}: 2 solutions with all counts up to 6 above the threshold, 3 where "
                  "it is below 33; each count up by 1; for growth k = 2 both counts of 2, too; both directions",
       says="{the largest hockey stick at e^epsilon} is at most {delta}",
       reason="Certified by ball arithmetic instead of floating point. Three solutions at low thresholds only: "
              "further solutions lower the excess, see the closed form of the true delta.")
@verifier(
    lambda odds, setting, growth, pair: bracketed_excess(setting, odds(*setting, growth), pair).lower > setting[1])
@sabotage("threshold (1/epsilon) ln(1/delta)",
          lambda epsilon, delta, beta, growth: sqrt_bracket(sqrt_bracket(1 / delta).lower))
@sabotage("delta left out of the threshold", lambda epsilon, delta, beta, growth: (4 * growth / (beta * epsilon)) ** 2)
@judged("<=")
def literature_version_is_private(odds=choosing_odds):
    grid = [*((setting, size, 1) for setting, size in GRID), *((setting, 2, 2) for setting in SETTINGS)]
    for setting, size, k in grid:
        one = largest_excess_in_balls(setting, odds(*setting, k), size, k)
        yield (setting, k, one.witness), one.delta, setting[1], one.pairs


@check("KLMNS20-2.4", grade="certified",
       quantifier="the same vectors: the largest excess is e^(epsilon/4) (beta epsilon delta)^2 / 32 to 9 digits, "
                  "less than a quarter of delta^2",
       says="the largest hockey stick is e^(epsilon/4) (beta epsilon delta)^2/32, less than delta^2/4")
def true_delta_of_the_literature_version(delta=choosing_true_delta) -> Verdict:
    def cases() -> Iterator[Any]:
        for setting, size in GRID:
            found = largest_excess_in_balls(setting, choosing_odds(*setting), size, 1)
            formula = as_bracket(delta(*setting))
            yield ((setting, found.witness), (close(found.delta, formula), formula.upper * 4 <= setting[1] ** 2),
                   (True, True))

    pairs = (largest_excess_in_balls(setting, choosing_odds(*setting), size, 1).pairs for setting, size in GRID)
    return counted(judge("==", cases()), sum(pairs))


def close(left: Bracket, right: Bracket) -> bool:
    """Tell whether two brackets agree to 9 digits: all their ends are within a factor ``1 + 10^-9``."""
    return max(left.upper, right.upper) * 10**9 <= min(left.lower, right.lower) * (10**9 + 1)


def refutes_true_delta_of_the_literature_version(delta, setting, pair):
    claimed, there = as_bracket(delta(*setting)), bracketed_excess(setting, choosing_odds(*setting), pair)
    return there.lower > claimed.upper or claimed.lower * 10**9 > there.upper * (10**9 + 1)


@check("KLMNS20-2.4", grade="certified",
       quantifier="version (a), the instances of both errors (epsilon = 10^-60, 2, delta = 10^-60, 9/10, beta = 3/4, "
                  "10^-60, k = 1, 10^60): one solution, or beside it k or 10^400 of score 1, the least best score from "
                  "which they are further than the error, as few rows n as growth k allows",
       says="{Pr[no answer, or one beyond the error]} is at most {beta}")
@judged("<=")
def literature_version_is_accurate(errors=(choosing_error, choosing_least_error)):
    for which, error in enumerate(errors):
        for e, d, b, _, k in error.instances(rows=(1,)):
            for crowd in (0, k, 10**400):
                best, rows = far_best(error, e, d, b, k, crowd)
                excused = as_bracket(error(e, d, b, rows, k)).upper >= 0  # else even the best is further than that
                yield (which, e, d, b, k, crowd), bad_answer(best, e, d, b, k, crowd) if excused else 1, b

def refutes_literature_version_is_accurate(errors, which, e, d, b, k, crowd):
    error = errors[which]
    best, rows = far_best(error, e, d, b, k, crowd)
    if as_bracket(error(e, d, b, rows, k)).upper < 0:
        return b < 1
    odds = exp_bracket((8 * log_bracket(4 * k / (b * e * d)) - e * best) / 4)  # e^(epsilon (T - best)/4)
    none = odds.lower / 2 if odds.lower < 1 else 1 - 1 / (2 * odds.lower)
    others = crowd * exp_bracket(e * (1 - best) / 4).lower
    return best - min(crowd, 1) > as_bracket(error(e, d, b, rows, k)).lower and none + others > b * (1 + others)


FINE = Fraction(1, 1 << 60)
PURE = tuple((ratio, threshold) for ratio in RATIOS for threshold in range(1, 8) if one_shot_is_pure(ratio, threshold))


@check("KLMNS20-2.4", grade="exact",
       quantifier="version (b): e^epsilon = 3/2, 2, 4, all thresholds 1..7 with delta <= 1 - e^-epsilon; 3 "
                  "solutions, all counts up to 8, each count up by 1; directions A and B",
       says="the largest hockey stick is 0 in direction A and 1/(1 + e^(epsilon (threshold - 1))) in direction B")
@sabotage("threshold one too small", lambda scores, ratio, threshold: choose_one_shot(scores, ratio, threshold - 1))
def one_shot_excess_is_zero_one_way_and_exactly_delta_the_other(mechanism=choose_one_shot) -> Verdict:
    def cases() -> Iterator[Any]:
        for ratio, threshold in PURE:
            delta, *pair = largest_excess(mechanism, ratio, threshold, 1, back=False)
            yield (ratio, threshold, "A", *pair), delta, Fraction(0)
            delta, *pair = largest_excess(mechanism, ratio, threshold, 1, back=True)
            yield (ratio, threshold, "B", *pair), delta, one_shot_delta(ratio, threshold)

    pairs = sum(1 for _ in one_shot_pairs(3, COUNTS))
    return counted(judge("==", cases()), 2 * len(PURE) * pairs)

def refutes_one_shot_excess_is_zero_one_way_and_exactly_delta_the_other(mechanism, ratio, threshold, direction, small,
                                                                        large):
    p, q = (mechanism(dict(enumerate(counts)), ratio, threshold).exact() for counts in (small, large))
    p, q = (p, q) if direction == "A" else (q, p)
    event = sum((mass - ratio * q.get(f, 0) for f, mass in p.items() if mass > ratio * q.get(f, 0)), Fraction(0))
    return event != (0 if direction == "A" else 1 / (1 + ratio ** (threshold - 1)))


@check("KLMNS20-2.4", grade="exact",
       quantifier="version (b), growth k = 1, 2, 3: e^epsilon = 1, 3/2, 4, thresholds -1, 1, 4, 3 solutions, all "
                  "counts up to 4 (8 for k = 1), any 1 to k counts up by 1; direction B",
       says="{the delta stated for growth k} equals {the largest hockey stick in direction B}")
@judged("==")
def delta_for_growth_k_is_attained(delta=one_shot_delta):
    for ratio, threshold, k in delta.instances():
        found, *pair = largest_b(ratio, threshold, k)
        yield (ratio, threshold, k, *pair), delta(ratio, threshold, k), found

def refutes_delta_for_growth_k_is_attained(delta, ratio, threshold, k, small, large):
    new = sum(ratio**q for p, q in zip(small, large, strict=True) if q and not p)
    return delta(ratio, threshold, k) != new / (sum(ratio**q for q in large if q) + ratio**threshold)


def near(found: Any, tau: int) -> bool:
    """Tell whether a bracket is about a number, to 2^-60."""
    ends = as_bracket(found)
    return tau - FINE <= ends.lower <= ends.upper <= tau + FINE


@check("KLMNS20-2.4", grade="certified",
       quantifier="e^epsilon = 3/2, 4, thresholds 2, 3, 5, growth 1, 2, 3, asked for the delta of the executed "
                  "mechanism: 3 solutions, as above; wherever a threshold is named, direction A is pure",
       says="the threshold for a delta is the one that has it, to 2^-60, and direction A needs no delta")
@judged("==")
def threshold_is_the_one_of_its_delta(threshold=one_shot_threshold):
    for ratio, tau, k in product((Fraction(4), Fraction(3, 2)), (5, 3, 2), (1, 2, 3)):
        asked = Logarithm(ratio), largest_b(ratio, tau, k)[0], k
        if threshold.holds_for(*asked):
            yield (ratio, tau, k), (near(threshold(*asked), tau), worst_a_ratios(ratio, tau)[k] <= ratio), (True, True)

def refutes_threshold_is_the_one_of_its_delta(threshold, ratio, tau, k):
    none = Fraction(ratio**tau, ratio**tau + k * ratio)  # Pr[no answer] with k new solutions, 1 without
    return ratio * none < 1 or not near(threshold(Logarithm(ratio), 1 - none, k), tau)


@check("KLMNS20-2.4", grade="exact",
       quantifier="e^epsilon = 11/10, 5/4, 3/2, 2, 4, thresholds 1..30, growth 1, 2, 3: 3 solutions, all counts up "
                  "to 2, any 1 to k counts up by 1; direction A has no ratio above e^epsilon if and only if the "
                  "library says so (for k = 1: delta <= 1 - e^-epsilon)",
       says="no ratio exceeds e^epsilon exactly where the library says so: for k = 1, at delta <= 1 - e^(-epsilon)")
@sabotage("always pure, whatever delta is", lambda ratio, threshold, k: True)
@sabotage("strictly, so not at delta = 1 - e^-epsilon",
          lambda ratio, threshold, k: 1 + k * ratio ** (1 - threshold) < ratio)
@sabotage("as for growth 1", lambda ratio, threshold, k: one_shot_is_pure(ratio, threshold, 1))
@judged("==")
def direction_a_is_pure_exactly_under_the_precondition(pure=one_shot_is_pure):
    for ratio, threshold, k in product((Fraction(11, 10), Fraction(5, 4), *RATIOS), range(1, 31), (1, 2, 3)):
        yield (ratio, threshold, k), pure(ratio, threshold, k), worst_a_ratios(ratio, threshold)[k] <= ratio
        if k == 1:
            small = one_shot_delta(ratio, threshold) <= 1 - 1 / ratio
            yield (ratio, threshold, k), pure(ratio, threshold, k), small

def refutes_direction_a_is_pure_exactly_under_the_precondition(pure, ratio, threshold, k):
    none = Fraction(ratio**threshold, ratio**threshold + k * ratio)  # Pr[no answer] with k new solutions, 1 without
    return pure(ratio, threshold, k) != (ratio * none >= 1)


@check("KLMNS20-2.4", grade="exact", against="optimum",
       quantifier="version (b): e^epsilon = 1, 3/2, 4, thresholds -1, 1, 2, 7, with the largest count 1, 2 or 8; "
                  "e^epsilon = 3/2, 2, 4, thresholds 1..7; 3 solutions, all counts up to 8, all 0, too; equality where "
                  "one is positive",
       says="Pr[no answer] is at most 1/(1 + e^(epsilon (OPT - threshold))), with equality for one solution, and 1 at "
            "OPT = 0")
@judged("==")
def one_shot_seldom_gives_no_answer(bound=one_shot_no_answer):
    for ratio, threshold in product(RATIOS, range(1, 8)):
        yield ((0, 0, 0), ratio, threshold), choose_one_shot(dict.fromkeys(range(3), 0), ratio, threshold).exact(), {
            None: Fraction(1)}
    for ratio, best, threshold in (*bound.instances(), *product(RATIOS, range(1, COUNTS + 1), range(1, 8))):
        for counts in combinations_with_replacement(range(best + 1), 2):
            none = choose_one_shot(dict(enumerate((*counts, best))), ratio, threshold).exact()[None]
            most = bound(ratio, best, threshold)
            yield ((*counts, best), ratio, threshold), (none <= most, none == most), (True, max(counts) == 0)

def refutes_one_shot_seldom_gives_no_answer(bound, counts, ratio, threshold):
    none, most = ratio**threshold, bound(ratio, max(counts), threshold)
    left, right = none, most * (none + sum(ratio**q for q in counts if q))
    return left > right or len([q for q in counts if q]) <= 1 and left < right
