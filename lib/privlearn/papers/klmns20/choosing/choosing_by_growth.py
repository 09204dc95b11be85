"""KLMNS20, Section 2.1 and Lemma 2.4: the choosing mechanism, as in the literature and in one shot."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.intervals import ball, ball_bracket, bracket_of
from privlearn.laws import Law
from privlearn.mechanisms import choose_one_shot, choosing_mechanism, from_scores
from privlearn.mechanisms.choosing import choosing_error, choosing_least_error, choosing_odds, choosing_true_delta
from privlearn.mechanisms.choosing_once import (one_shot_delta, one_shot_is_pure, one_shot_no_answer, one_shot_run_law,
                                                one_shot_threshold)
from privlearn.mechanisms.exponential import run_law
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import (RATIOS, SETTINGS, SETTINGS_TEXT, Setting, answer_by_definition,
                                                         bad_answer, beyond, excess, far_best, largest_excess_in_balls,
                                                         neighbours)
from privlearn.papers.klmns20.paths.instances import value

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
def near(found: Any, tau: int) -> bool:
    """Tell whether a bracket is about a number, to 2^-60."""
    ends = as_bracket(found)
    return tau - FINE <= ends.lower <= ends.upper <= tau + FINE


@check("KLMNS20-2.4", grade="certified",
       quantifier="e^epsilon = 3/2, 4, thresholds 2, 3, 5, growth 1, 2, 3, asked for the delta of the executed "
                  "mechanism where the first row makes k solutions positive",
       says="the threshold for a delta is the one that has it, to 2^-60, and direction A needs no delta there")
@judged("==")
def threshold_is_the_one_of_its_delta(threshold=one_shot_threshold):
    for ratio, tau, k in product((Fraction(4), Fraction(3, 2)), (5, 3, 2), (1, 2, 3)):
        none = choose_one_shot(dict.fromkeys(range(k), 1), ratio, tau).exact()[None]
        if threshold.holds_for(*(asked := (Logarithm(ratio), 1 - none, k))):
            yield (ratio, tau, k), (near(threshold(*asked), tau), ratio * none >= 1), (True, True)

def refutes_threshold_is_the_one_of_its_delta(threshold, ratio, tau, k):
    none = Fraction(ratio**tau, ratio**tau + k * ratio)  # Pr[no answer] with k new solutions, 1 without
    return ratio * none < 1 or not near(threshold(Logarithm(ratio), 1 - none, k), tau)


class OneShot(NamedTuple):
    """The scores on S and on S', c = e^epsilon, the threshold, the growth k, the mechanism and its precondition."""

    q: tuple[int, ...]
    q_later: tuple[int, ...]
    c: Fraction = Fraction(2)
    tau: int = 3
    k: int = 1
    mechanism: Callable[..., Law] = choose_one_shot
    is_pure: Callable[..., bool] = one_shot_is_pure

    @property
    def labels(self) -> dict[str, str]:
        return {"q": "q(S, f) for each f", "q_later": "q(S', f)", "c": "c = e^epsilon"}


@cache
def rises() -> tuple[OneShot, ...]:
    """Return small scores of which up to k rise, at many thresholds; and the first row at all of them."""
    found = [OneShot(*pair, c, tau) for c, tau in product(RATIOS, range(1, 8)) if one_shot_is_pure(c, tau)
             for pair in neighbours(8, 3, 1)]
    found += [OneShot(*pair, c, tau, k) for c, tau, k in one_shot_delta.instances() for pair in neighbours(3, 3, k)]
    return (*found, *(OneShot((0,) * k, (1,) * k, c, tau, k) for c, tau, k in product(
        (Fraction(11, 10), Fraction(5, 4), *RATIOS), range(-1, 31), (1, 2, 3))))


def broken_always_pure(ratio: Fraction, threshold: int, k: int) -> bool:
    return True


def broken_lower_threshold(scores: Mapping[Any, int], ratio: Fraction, threshold: int) -> Law:
    return choose_one_shot(scores, ratio, threshold - 1)


@cache
def drawn(mechanism: Callable[..., Law], q: tuple[int, ...], c: Fraction, tau: int) -> dict[Any, Fraction]:
    """Return the probabilities of the solutions and of no answer."""
    found = mechanism(dict(enumerate(q)), c, tau).exact()
    return {f: found.get(f, Fraction(0)) for f in (*range(len(q)), None)}


@cache
def weights(q: tuple[int, ...], c: Fraction, tau: int) -> tuple[dict[Any, Fraction], Fraction]:
    """Return the weights of the outcomes that are possible, and their sum."""
    found = {f: c**score for f, score in enumerate(q) if score} | {None: c**tau}
    return found, sum(found.values(), Fraction(0))


@proof("KLMNS20-2.4", grade="exact", against="optimum",
       quantifier="version (b): all scores up to 8 of 3 solutions, up to order, of which one rises, e^epsilon = 3/2, "
                  "2, 4, tau = 1..7 with pure A; up to 3, of which 1 to k rise, e^epsilon = 1, 3/2, 4, tau = -1, 1, 4, "
                  "k = 1, 2, 3; the first row makes k positive, e^epsilon = 11/10, 5/4, 3/2, 2, 4, tau = -1..30",
       instances=rises, start=OneShot((0, 0, 2), (0, 1, 2)),
       steps={"one shot/weights": "{1} is at most {the least factor of the weight of an outcome of S}",
              "one shot/growth": "{Z' - Z} equals {(e^epsilon - 1) R + b e^epsilon}",
              "one shot B/old": "{the largest ratio of an outcome of S} is at most {e^epsilon}",
              "one shot B/new": "{Pr[a new solution]} is at most {delta}",
              "one shot A": "{Z'/Z} is at most {the larger of e^epsilon and 1 + k e^(epsilon (1 - tau))}",
              "first row/B": "{Pr[an answer after the first row]} equals {delta}",
              "first row/A": "{whether Pr[no answer] falls by more than e^epsilon} is {whether A is not pure}",
              "no answer": "{Pr[no answer]} is at most {1/(1 + e^(epsilon (OPT - tau)))}",
              "conclusion": "{the hockey stick of direction A or B} is at most {0, or delta}"},
       wordless=dict.fromkeys(("answers", "literature B", "literature A", "error", "twelve"),
                              "irrational weights; version (a) has checks of its own"),
       hypotheses=(Hypothesis("a score rises by at most 1", {"q_later": lambda given: tuple(
                                  b + (b > a) for a, b in zip(given.q, given.q_later, strict=True))},
                              ("one shot/growth", "one shot B/old", "one shot B/new", "one shot A", "conclusion")),
                   Hypothesis("no score falls", {"q_later": lambda given: tuple(max(0, a - 1) for a in given.q)},
                              ("one shot/weights", "one shot/growth", "one shot B/old", "conclusion")),
                   Hypothesis("at most k scores rise", {"q_later": lambda given: tuple(a + 1 for a in given.q)},
                              ("one shot B/new", "one shot A", "conclusion")),
                   Hypothesis("direction A: 1 + k e^(epsilon (1 - tau)) <= e^epsilon",
                              lambda: (given._replace(is_pure=broken_always_pure) for given in rises()[-480:]),
                              ("first row/A", "conclusion")),
                   Hypothesis("no answer has weight e^(epsilon tau)", {"mechanism": broken_lower_threshold},
                              ("one shot B/new", "first row/B", "first row/A", "no answer", "conclusion"))))
def one_shot_grows_by_new_solutions(given: OneShot, delta: Formula = one_shot_delta,
                                    none: Formula = one_shot_no_answer) -> Iterator[Line]:
    q, q_later, c, tau, k, mechanism, is_pure = given
    (old, Z), (later, Z_later) = (weights(scores, c, tau) for scores in (q, q_later))
    P, P_later, first = (drawn(mechanism, scores, c, tau) for scores in (q, q_later, (1,) * k))
    new, lost, pure = later.keys() - old.keys(), value(delta, c, tau, k), value(is_pure, c, tau, k)
    yield Line("one shot/weights", "<=", 1, min(later.get(f, 0) / w for f, w in old.items()))
    R = sum(old[f] for f in old if later.get(f, 0) > old[f])
    yield Line("one shot/growth", "==", Z_later - Z, (c - 1) * R + c * len(new))
    yield Line("one shot B/old", "<=", max(P_later[f] / P[f] for f in old), c)
    yield Line("one shot B/new", "<=", sum(P_later[f] for f in new), lost)
    yield Line("one shot A", "<=", Z_later / Z, max(c, 1 + k * c ** (1 - tau)))
    yield Line("first row/B", "==", 1 - first[None], lost)
    yield Line("first row/A", "==", c * first[None] < 1, not pure)
    for scores, p in ((q, P[None]), (q_later, P_later[None])):
        at, single = (c, max(scores), tau), sum(scores) <= max(scores)
        most = value(none, *at) if value(none.holds_for, *at) else 1
        yield Line("no answer", "==" if single else "<=", p, most, scores)
    if pure:
        yield Line("conclusion", "<=", excess(P, P_later, c), 0, "A")
    yield Line("conclusion", "<=", excess(P_later, P, c), lost, "B")


def refutes_one_shot_grows_by_new_solutions(given: OneShot, step: str, case: Any, delta: Formula,
                                            none: Formula) -> bool:
    """Tell whether a line is false: the scores one by one, and the probabilities as they are drawn."""
    q, q_later, c, tau, k, mechanism, is_pure = given
    P, P_later, first = (mechanism(dict(enumerate(counts)), c, tau).exact() for counts in (q, q_later, (1,) * k))
    (Z, Z_later), lost = [sum(c**x for x in s if x) + c**tau for s in (q, q_later)], as_bracket(delta(c, tau, k))
    if step == "conclusion":
        left, other = (P, P_later) if case == "A" else (P_later, P)
        gone = sum(max(p - c * other.get(f, 0), Fraction(0)) for f, p in left.items())
        return gone > (0 if case == "A" else lost.upper)
    if step == "no answer":
        p, at = (P if case == q else P_later)[None], (c, max(case), tau)
        most = as_bracket(none(*at) if none.holds_for(*at) else 1)
        return p > most.upper or sum(case) == max(case) and p < most.lower
    return {"one shot/weights": any(a and (not b or c**b < c**a) for a, b in zip(q, q_later, strict=True)),
            "one shot/growth": Z_later - Z != sum(c * c**x - c**x * (x > 0) for f, x in enumerate(q) if x < q_later[f]),
            "one shot B/old": any(P_later.get(f, 0) > c * p for f, p in P.items()),
            "one shot B/new": sum(p for f, p in P_later.items() if f not in P) > lost.upper,
            "one shot A": Z_later > Z * max(c, 1 + k * c / c**tau),
            "first row/A": (first[None] < 1 / c) == is_pure(c, tau, k),
            "first row/B": not lost.lower <= 1 - first[None] <= lost.upper}[step]
