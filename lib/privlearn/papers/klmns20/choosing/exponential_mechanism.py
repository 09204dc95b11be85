"""KLMNS20, Section 2.1 and Lemma 2.2: the exponential mechanism, listed and by runs, its privacy and utility."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, product
from math import floor
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import rational, sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm
from privlearn.laws import Law, choice, worst_ratio
from privlearn.laws.powers import power_law
from privlearn.mechanisms import add_remove_one, audit_pure, from_scores, multiset_databases, replace_one_unordered
from privlearn.mechanisms.audit import PureAudit
from privlearn.mechanisms.exponential import exponential_error, from_runs, run_law
from privlearn.mechanisms.neighbours import Relation
from privlearn.mechanisms.quality import interior_runs
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import interior_scores
from privlearn.papers.klmns20.large_domains.scripted import Digits

Table = dict[Any, Fraction]
BASES = (Fraction(3, 2), Fraction(2))


claim("KLMNS20-2.em", kind="algorithm", uses=("KLMNS20-2.sens", "BBKN14-2.1"),
      title="The exponential mechanism, also for more solutions than can be listed")


@check("KLMNS20-2.em", grade="exact",
       quantifier="interior point score, all multisets with |X| <= 6, n <= 4; e^(epsilon/2) = 3/2, 2; all outcomes",
       says="the probabilities sum to 1 and are proportional to e^(epsilon q/2)")
@sabotage("weights e^(epsilon q)", lambda scores, base: from_scores(scores, base**2))
@judged("==")
def law_is_proportional_and_sums_to_one(mechanism=from_scores):
    for size, rows, base in product(range(1, 7), range(5), BASES):
        for database in multiset_databases(range(size), rows):
            law = mechanism(interior_scores(database, size), base).exact()
            weights = [base ** min(sum(s <= x for s in database), sum(s >= x for s in database))
                       for x in range(size)]
            listed = {x: w / sum(weights) for x, w in enumerate(weights)}
            yield (size, database, base), [sum(law.values()), law], [1, listed]

def refutes_law_is_proportional_and_sums_to_one(mechanism, size, database, base):
    score = {x: min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)}
    law = mechanism(score, base).exact()
    odds = [law[x] * base ** score[0] != law[0] * base ** score[x] for x in range(size)]
    return sum(law.values()) != 1 or any(odds)

@law_is_proportional_and_sums_to_one.corrupted("maximum removed twice from the normaliser")
def maximum_removed_twice_from_normaliser(scores, base):
    best = max(scores.values())
    total = sum(base ** (score - 2 * best) for score in scores.values())
    return Fixed({f: base ** (score - best) / total for f, score in scores.items()})


class Fixed:
    """A table that need not be a law, for corrupted mechanisms."""

    def __init__(self, table: Table):
        self.table = table

    def exact(self) -> Table:
        """Return the table."""
        return self.table


def random_databases() -> list[tuple[int, ...]]:
    """Return 50 databases of 6 points of 0..63; every second one repeats points."""
    rng = random.Random(2020)
    return [tuple(sorted(rng.randrange(64) >> (k % 2) * 3 << (k % 2) * 3 for _ in range(6))) for k in range(50)]


def law_by_runs(mechanism, database: tuple[int, ...], size: int) -> Table:
    """Return the law on the points of ``0..size-1`` of a mechanism that draws a run and a position in it."""
    runs = interior_runs(database, size)
    law = mechanism([(length, score) for _, length, score in runs], Fraction(2))
    return law.map(lambda drawn: runs[drawn[0]][0] + drawn[1]).exact()


@check("KLMNS20-2.em", grade="exact", quantifier="50 seeded databases of 6 points of 64, half of them with repetitions",
       says="drawing a run and then a place in it has the law of the mechanism that lists all points")
def runs_give_the_law_of_the_listed_mechanism(mechanism=from_runs) -> Verdict:
    return judge("==", ((database, law_by_runs(mechanism, database, 64),
                         from_scores(interior_scores(database, 64), 2).exact()) for database in random_databases()))

def refutes_runs_give_the_law_of_the_listed_mechanism(mechanism, witness):
    law = law_by_runs(mechanism, witness, 64)
    score = [min(sum(s <= x for s in witness), sum(s >= x for s in witness)) for x in range(64)]
    total = sum(2**q for q in score)
    return any(law.get(x, 0) != Fraction(2**q, total) for x, q in enumerate(score))

@runs_give_the_law_of_the_listed_mechanism.corrupted("a run counts once, however long it is")
def run_counts_once_however_long(runs: list[tuple[int, int]], base: Fraction) -> Law:
    sizes = [length for length, _ in runs]
    flat = from_scores({k: score for k, (_, score) in enumerate(runs)}, base)
    return flat.then(lambda k: choice({(k, j): Fraction(1, sizes[k]) for j in range(sizes[k])}))


@check("KLMNS20-2.em", grade="exact",
       quantifier="2^(2^20) points, databases of 1 to 3 of them, e^(epsilon/2) = 2: the probability of each run of "
                  "points of equal score",
       says="the runs cover the domain, and each has odds proportional to its length times 2^q")
@sabotage("a run counts once, however long it is",
          lambda runs, base: from_scores({k: score for k, (_, score) in enumerate(runs)}, base))
@judged("==")
def runs_of_more_points_than_can_be_listed_have_the_right_odds(table=run_law):
    for rows in range(1, 4):
        runs = interior_runs(tuple(HUGE // 7 * (k + 1) for k in range(rows)), HUGE)
        law = table([(length, score) for _, length, score in runs], 2).masses()
        total = rational(sum(length << score for _, length, score in runs))
        good = [p * total == rational(runs[k][1] << runs[k][2]) for k, p in law.items()]
        yield rows, [sum(length for _, length, _ in runs) == HUGE, *good], [True] * (len(runs) + 1)


HUGE = 1 << (1 << 20)


def refutes_runs_of_more_points_than_can_be_listed_have_the_right_odds(table, witness):
    first = HUGE // 7  # points before the first element have score 0, the element itself has score 1
    law = table([(first, 0), (1, 1), (HUGE - first - 1, 0)], 2).masses()
    return law[1] * rational(first) != 2 * law[0]


# (base, runs): runs are (score, number of outcomes, name), with falling scores
DRAWN = ((Fraction(2), ((3, 1, "a"), (1, 2, "b"), (1, 1, "c"), (-4, 5, "d"))),
         (Fraction(11, 10), ((40, 3, "a"), (38, 1, "b"), (0, 1000, "c"))),
         (Fraction(101, 100), ((900, 1, "a"), (890, 2**64, "b"), (0, 1 << 70, "c"))),
         (Fraction(2), ((500, 1, "a"), (499, 1, "b"), (0, 1 << 300, "c"), (-300, 1, "d"))),
         (Fraction(1), ((7, 2, "a"), (3, 4, "b"))))
NEAR = Fraction(1, 1 << 1000)


def draws_at_the_ends(runs, base: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """Yield numbers of [0, 1) next to all ends of the parts that the runs take of it, with the outcome of each."""
    weights = [count * base ** (score - runs[0][0]) for score, count, _ in runs]
    ends = [Fraction(0), *accumulate(weights)]
    for (_, count, name), low, high in zip(runs, ends, ends[1:], strict=False):
        for number in (low / ends[-1] + NEAR, high / ends[-1] - NEAR):
            yield number, (name, count - 1)


@check("KLMNS20-2.em", grade="exact",
       quantifier="the exact draws of one of many outcomes in runs of equal score: five families of 2 to 4 runs, of up "
                  "to 2^300 outcomes and weights from 1 to 2^-800, e^epsilon = 1, 101/100, 11/10, 2; numbers within "
                  "2^-1000 of both ends of every run's part of [0, 1), digit by digit",
       says="next to both ends of every run's part of [0, 1) the draw is the outcome of that run")
@sabotage("weights a millionth off", lambda runs, base: power_law(runs, base * Fraction(10**6 + 1, 10**6)))
@sabotage("a run counts once, however long it is",
          lambda runs, base: power_law([(score, 1, name) for score, _, name in runs], base).map(
              lambda drawn: (drawn[0], next(count for _, count, name in runs if name == drawn[0]) - 1)))
@judged("==")
def the_draw_changes_exactly_where_the_law_says(law=power_law):
    for place, (base, runs) in enumerate(DRAWN):
        for number, outcome in draws_at_the_ends(runs, base):
            yield (place, number), law(runs, base).sample(Digits(number)), outcome

def refutes_the_draw_changes_exactly_where_the_law_says(law, place, number):
    base, runs = DRAWN[place]
    drawn = law(runs, base).sample(Digits(number))
    parts = [(name, count, count * base**score) for score, count, name in runs]
    for name, count, weight in parts:
        number -= weight / sum(part[2] for part in parts)
        if number < 0:
            return drawn != (name, count - 1)
    return True


SIZES = tuple(product((3, 4, 5, 6), (3, 4, 6)))


claim("KLMNS20-2.2", kind="lemma", uses=("KLMNS20-2.1", "KLMNS20-2.sens", "KLMNS20-2.em"),
      title="Privacy and utility of the exponential mechanism",
      note="The printed formulas are lost; the constants are those of the classical lemma. For monotone qualities and "
           "adding or removing a row the weights may be e^(epsilon q), which halves the cost.",
      formulas=(exponential_error,))


@cache
def audit(base: Fraction, size: int, rows: int, adding: bool) -> PureAudit:
    """Return the exact audit of the weights ``base ** q`` for the interior point score."""
    databases = multiset_databases(range(size), rows)
    relation: Relation = replace_one_unordered
    if adding:
        databases, relation = [*databases, *multiset_databases(range(size), rows + 1)], add_remove_one
    return audit_pure(lambda database: from_scores(interior_scores(database, size), base), databases, relation)


ROOTS = {root**2: root for root in (Fraction(3, 2), Fraction(2), Fraction(3))}  # e^epsilon -> e^(epsilon/2)


@check("KLMNS20-2.2", grade="exhaustive",
       quantifier="interior point score: |X| = 3..6, all S of 3, 4, 6 points: weights e^(epsilon q), S and S plus one, "
                  "e^epsilon = 2, 3; weights e^(epsilon q / 2), all replacements, e^epsilon = 9/4, 4, 9",
       says="{the largest ratio as a row is added, removed or replaced} is at most {e^epsilon}")
@sabotage("weights e^(2 epsilon q) where a row is added",
          lambda target, adding: target**2 if adding else ROOTS[target])
@sabotage("weights e^(epsilon q), enough for adding a row only", lambda target, adding: target)
@judged("<=")
def half_the_exponent_is_private_and_all_of_it_where_a_row_is_added(
        base=lambda target, adding: target if adding else ROOTS[target]):
    for adding, squares in ((True, (Fraction(2), Fraction(3))), (False, tuple(ROOTS))):
        for (size, rows), target in product(SIZES, squares):
            found = audit(base(target, adding), size, rows, adding)
            yield (size, target, adding, *found.witness), found.exp_epsilon, target, found.pairs

def refutes_half_the_exponent_is_private_and_all_of_it_where_a_row_is_added(base, size, target, adding, left, right,
                                                                            outcome):
    weights = [[base(target, adding) ** min(sum(s <= x for s in database), sum(s >= x for s in database))
                for x in range(size)] for database in (left, right)]
    p, q = (side[outcome] / sum(side) for side in weights)
    return p > target * q


def moved_scores(gap: int, monotone: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after: a bad one rises by 1, two good ones stay or fall by 1."""
    fall = 0 if monotone else 1
    return (0, gap, gap), (1, gap - fall, gap - fall)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions, gap 20: scores of sensitivity 1 with weights e^(epsilon q / 2), e^(epsilon/2) = "
                  "3/2, 2, 3, and scores that move by 0 or 1 with weights e^(epsilon q), e^epsilon = 2, 3: the ratio "
                  "is above 0.999 e^epsilon, so that the constants of the check before are sharp",
       says="{0.999 e^epsilon} is at most {the ratio for scores of sensitivity 1, or monotone ones}")
@sabotage("the good solutions stay where they are", lambda gap, monotone: moved_scores(gap, True))
@sabotage("the good solutions rise, too, where scores are monotone",
          lambda gap, monotone: ((0, gap, gap), (1, gap + 1, gap + 1)) if monotone else moved_scores(gap, False))
@sabotage("scores that are not monotone", lambda gap, monotone: moved_scores(gap, False))
@judged("<=")
def no_smaller_ratio_than_e_to_the_epsilon_will_do(moves=moved_scores):
    sharp = [(root, ratio, False) for ratio, root in ROOTS.items()] + [(Fraction(k), Fraction(k), True) for k in (2, 3)]
    for base, ratio, monotone in sharp:
        scores = moves(20, monotone)
        before, after = (from_scores(dict(enumerate(side)), base) for side in scores)
        allowed = all((0 if monotone else -1) <= b - a <= 1 for a, b in zip(*scores, strict=True))
        found = worst_ratio(after, before)[0] if allowed else Fraction(0)
        yield (scores, base, ratio, monotone), Fraction(999, 1000) * ratio, found

def refutes_no_smaller_ratio_than_e_to_the_epsilon_will_do(moves, scores, base, ratio, monotone):
    before, after = ([base**q / sum(base**g for g in side) for q in side] for side in scores)
    steps = {b - a for a, b in zip(*scores, strict=True)}
    ratios = [b / a for a, b in zip(before, after, strict=True)]
    return scores == moves(20, monotone) and (
        not steps <= ({0, 1} if monotone else {-1, 0, 1}) or max(ratios) < Fraction(999, 1000) * ratio)


BETAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def least_beyond(error, size: int, beta: Fraction, root: Fraction) -> int:
    """Return the least gap above the error, for ``e^{epsilon/2} = root``."""
    return floor(as_bracket(error(size, beta, Logarithm(root**2))).upper) + 1


@cache  # many databases have the same scores
def bad_mass(gap: int, scores: tuple[int, ...], root: Fraction) -> Fraction:
    """Return the probability of a solution that is so far below the best, under the weights ``root ** score``."""
    bad = sum((root**q for q in scores if max(scores) - q >= gap), Fraction(0))
    return bad / sum(root**q for q in scores)


@check("KLMNS20-2.2", grade="exact",
       quantifier="interior point score: |X| = 3..6, all S with n <= 6; e^(epsilon/2) = 2, 3; beta = 1/2, 1/10, "
                  "1/100; only cases in which some solution is below the bound",
       says="{Pr[q < OPT - (2/epsilon) ln(|F|/beta)]} is at most {beta}")
def bad_solutions_have_probability_at_most_beta(error=exponential_error) -> Verdict:
    met: set[Fraction] = set()
    least = cache(partial(least_beyond, error))

    def cases() -> Iterator[Any]:
        for size, rows in product(range(3, 7), range(7)):
            for database in multiset_databases(range(size), rows):
                scores = tuple(sorted(interior_scores(database, size).values()))
                for root, beta in product((Fraction(2), Fraction(3)), BETAS):
                    mass = bad_mass(least(size, beta, root), scores, root)
                    if mass:
                        met.add(beta)
                        yield (size, database, root, beta), mass, beta

    verdict = judge("<=", cases())
    if verdict.holds and met != set(BETAS):
        raise ValueError("beta must be met by a bad solution for each of its values")
    return verdict

def refutes_bad_solutions_have_probability_at_most_beta(error, size, database, root, beta):
    score = [min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]
    weights, most = [root**q for q in score], as_bracket(error(size, beta, Logarithm(root**2))).upper
    kept = sum(w for w, q in zip(weights, score, strict=True) if max(score) - q <= most)
    return kept < (1 - beta) * sum(weights)


@check("KLMNS20-2.2", grade="exact", against="optimum",
       quantifier="one good solution and |F| - 1 equal ones just below the bound, |F| = 2, 10, 2^64; e^(epsilon/2) = "
                  "101/100, 3/2, 2; beta = 1/2, 1/10, 1/100; nearly tight: the probability reaches 0.98 beta",
       says="the probability of a bad solution is at most beta, and in one case at least 0.98 beta")
def one_good_solution_among_many_comes_out(error=exponential_error) -> Verdict:
    shares = []
    for size, beta, epsilon in error.instances():
        root = sqrt_bracket(epsilon.of).lower
        bad = run_law([(1, least_beyond(error, size, beta, root)), (size - 1, 0)], root).exact()[1]
        shares.append(((size, beta, root), bad / beta, 1))
    where, most, _ = max(shares, key=lambda share: share[1])
    return all_hold(judge("<=", shares), judge("<=", [((*where, "close"), Fraction(98, 100), most)]))

def refutes_one_good_solution_among_many_comes_out(error, witness):
    size, beta, root = witness[:3]
    most = as_bracket(error(size, beta, Logarithm(root**2))).upper
    good = root ** next(gap for gap in range(10**5) if gap > most)
    if witness[3:]:  # this one, the closest, is rarer still; the true bound comes closer here
        return (size - 1) * (100 - 98 * beta) < 98 * beta * good
    return (size - 1) * (1 - beta) > beta * good
