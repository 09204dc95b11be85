"""KLMNS20, Section 2.1: the law of the choosing mechanism, in the literature's version and in one shot."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law
from privlearn.mechanisms import choose_one_shot, choosing_mechanism, from_scores
from privlearn.mechanisms.choosing_once import one_shot_run_law
from privlearn.mechanisms.exponential import run_law
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import SETTINGS, SETTINGS_TEXT, answer_by_definition, beyond

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
