"""ABMS20, Section 6, proof of Theorem 6.1: the relabelling concept is good, the learner tracks it."""

import math
from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.laws import uniform
from privlearn.learners.relabeling.agnostic import resampled_law
from privlearn.papers.abms20.agnostic_learner import claim
from privlearn.papers.abms20.agnostic_learner.instances import FOUR, RECORDS, counts_of, error, improper_learner

claim("ABMS20-6.1.eq13-14", kind="inequality", section="6, proof of 6.1, equations (13) and (14)", step_of="ABMS20-6.1",
      title="The relabelling hypothesis is agnostically good", uses=("ABMS20-5.4", "ABMS20-3.9"))


@check("ABMS20-6.1.eq13-14", grade="exhaustive",
       quantifier="all functions on 2 points, all D of 1 to 6 labelled rows, all mu with multiples of 1/4, every h: "
                  "with alpha the least for which both events hold, error_mu(h) <= Delta + 3 alpha",
       says="{the error of h under mu} is at most {Delta + 3 alpha}")
@sabotage("Delta + 2 alpha", 2)
@judged("<=")
def chosen_concept_is_near_the_best(factor: int = 3):
    for rows, mu in product(range(1, 7), counts_of(4)):
        true = {h: error(h, mu) for h in FOUR}
        least = min(true.values())
        for data in counts_of(rows):
            seen = {h: error(h, data) for h in FOUR}
            off = max(abs(true[h] - seen[h]) for h in FOUR)
            for h in FOUR:
                alpha = max(off, seen[h] - min(seen.values()))
                yield (mu, data, h), true[h], least + factor * alpha

def refutes_chosen_concept_is_near_the_best(factor, mu, data, h):
    alpha = max([error(h, data) - error(g, data) for g in FOUR]
                + [s * (error(g, data) - error(g, mu)) for g in FOUR for s in (1, -1)])
    return any(error(h, mu) > error(g, mu) + factor * alpha for g in FOUR)


claim("ABMS20-6.1.eq15-16", kind="inequality", section="6, proof of 6.1, equations (15) and (16)", step_of="ABMS20-6.1",
      title="The learner tracks the relabelling hypothesis", uses=("ABMS20-3.12", "ABMS20-5.5", "ABMS20-6.1.eq13-14"))


@check("ABMS20-6.1.eq15-16", grade="exhaustive",
       quantifier="all f, h on 2 points, all mu on the 4 labelled points with multiples of 1/6",
       says="{the error of f} is at most {the distance of f and h, plus the error of h}",
       reason="2 points in place of 3: the inequality adds up over the points.")
@sabotage("the larger of the two", max)
@judged("<=")
def error_of_f_is_at_most_the_sum(right=lambda a, b: a + b):
    for mu in counts_of(6):
        for f, h in product(FOUR, repeat=2):
            apart = Fraction(sum(k for (x, _), k in zip(RECORDS, mu, strict=True) if f[x] != h[x]), 6)
            yield (mu, f, h), error(f, mu), right(apart, error(h, mu))

def refutes_error_of_f_is_at_most_the_sum(right, mu, f, h):
    mass = [mu[2 * x] + mu[2 * x + 1] for x in (0, 1)]
    apart = sum(mass[x] for x in (0, 1) if f[x] ^ h[x])
    missed = [sum(mu[2 * x + 1 - g[x]] for x in (0, 1)) for g in (f, h)]
    return missed[0] > 6 * right(Fraction(apart, 6), Fraction(missed[1], 6))


@check("ABMS20-6.1.eq15-16", grade="exact",
       quantifier="all multisets D of 9 points of 2, all four patterns, 1 to 3 draws: the law of the answer is the "
                  "one for independent rows of the empirical distribution, hence Pr[error_D(f, h) > alpha] is too",
       says="the law of the answer is that for independent rows of the empirical distribution")
@sabotage("rows uniform on the points that occur",
          lambda learner, rows, draws: resampled_law(learner, tuple(sorted(set(rows))), draws))
@sabotage("one row, repeated",
          lambda learner, rows, draws: uniform(range(9)).then(lambda k: learner((rows[k],) * draws)))
@judged("==")
def resampled_rows_are_independent(law=resampled_law):
    for ones, h, draws in product(range(10), FOUR, (1, 2, 3)):
        data = tuple((int(k < ones), h[int(k < ones)]) for k in range(9))
        expected = dict.fromkeys(FOUR, Fraction(0))
        for xs in product((0, 1), repeat=draws):
            chance = math.prod((Fraction(ones if x else 9 - ones, 9) for x in xs), start=Fraction(1))
            for f, p in improper_learner(tuple((x, h[x]) for x in xs)).exact().items():
                expected[f] += chance * p
        found = law(improper_learner, data, draws).exact()
        yield (data, draws), tuple(found.get(f, Fraction(0)) for f in FOUR), tuple(expected[f] for f in FOUR)

def refutes_resampled_rows_are_independent(law, data, draws):
    total = dict.fromkeys(FOUR, Fraction(0))
    for rows in product(data, repeat=draws):
        for f, p in improper_learner(rows).exact().items():
            total[f] += p / 9**draws
    return total != {f: law(improper_learner, data, draws).exact().get(f, 0) for f in FOUR}


def failure_on(h: tuple[int, ...], draws: int, alpha: Fraction, ones: Fraction) -> Fraction:
    """Return the PAC failure of the improper learner: target h, rows that are the point 1 with chance ones."""
    mass, total = (1 - ones, ones), Fraction(0)
    for xs in product((0, 1), repeat=draws):
        for f, p in improper_learner(tuple((x, h[x]) for x in xs)).exact().items():
            if sum(mass[x] for x in (0, 1) if f[x] != h[x]) > alpha:
                total += p * math.prod(mass[x] for x in xs)
    return total


def worst_failure(h: tuple[int, ...], draws: int, alpha: Fraction) -> Fraction:
    """Return the largest PAC failure over all distributions that nine rows can have."""
    return max(failure_on(h, draws, alpha, Fraction(k, 9)) for k in range(10))


@check("ABMS20-6.1.eq15-16", grade="exact",
       quantifier="all multisets D of 9 points of 2, all four patterns, 1 to 3 draws, alpha = 1/4 and 1/2: "
                  "Pr[error_D(f, h) > alpha] is at most the PAC failure of the learner, the largest over "
                  "distributions",
       says="{Pr[error_D(f, h) > alpha]} is at most {the largest PAC failure of the learner}")
@sabotage("the failure for the uniform distribution on the domain",
          lambda h, draws, alpha: failure_on(h, draws, alpha, Fraction(1, 2)))
@judged("<=")
def tracking_failure_is_at_most_the_pac_failure(worst=worst_failure):
    for h, draws, alpha in product(FOUR, (1, 2, 3), (Fraction(1, 4), Fraction(1, 2))):
        limit = worst(h, draws, alpha)
        for ones in range(10):
            law = resampled_law(improper_learner, tuple((x, h[x]) for x in (0,) * (9 - ones) + (1,) * ones), draws)
            far = {f: Fraction((9 - ones) * (f[0] != h[0]) + ones * (f[1] != h[1]), 9) for f in FOUR}
            yield (h, draws, alpha, ones), sum(p for f, p in law.exact().items() if far[f] > alpha), limit

def refutes_tracking_failure_is_at_most_the_pac_failure(worst, h, draws, alpha, ones):
    data, total = [0] * (9 - ones) + [1] * ones, Fraction(0)
    for picked in product(range(9), repeat=draws):
        rows = tuple(sorted((data[k], h[data[k]]) for k in picked))
        for f, p in improper_learner(rows).exact().items():
            total += p * (sum(f[x] != h[x] for x in data) > 9 * alpha) / 9**draws
    return total > worst(h, draws, alpha)
