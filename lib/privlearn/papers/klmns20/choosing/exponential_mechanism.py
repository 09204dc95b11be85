"""KLMNS20, Section 2.1 and Lemma 2.2: the exponential mechanism, listed and by runs, its privacy and utility."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, product
from math import floor
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import rational, sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.laws import Law, choice, worst_ratio
from privlearn.laws.powers import power_law
from privlearn.mechanisms import from_scores, multiset_databases
from privlearn.mechanisms.exponential import exponential_error, from_runs, run_law
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


ROOTS = {root**2: root for root in (Fraction(3, 2), Fraction(2), Fraction(3))}  # e^epsilon -> e^(epsilon/2)
BETAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


class Scores(NamedTuple):
    """The scores of all solutions on two neighbours, the weight c of a score of 1, e^epsilon = c^power, and beta."""

    q: tuple[int, ...]
    q_later: tuple[int, ...]
    c: Fraction = Fraction(2)
    power: int = 2
    beta: Fraction = Fraction(1, 2)

    @property
    def labels(self) -> dict[str, str]:
        return {"q": "q(S, f) for each f", "q_later": "q(S', f)", "power": "e^epsilon as a power of c"}


def of_interior_points(adding: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the interior point scores of all points on a database and on another with a row added, or replaced."""
    for size, rows in SIZES:
        for kept in multiset_databases(range(size), rows - 1 + adding):
            found = [interior_scores((*kept, x), size).values() for x in range(size)]
            pairs = product([interior_scores(kept, size).values()], found) if adding else combinations(found, 2)
            yield from (tuple(sorted(zip(*pair, strict=True))) for pair in pairs)


@cache
def small_scores() -> tuple[Scores, ...]:
    """Return all small changes of scores, those of interior points, and scores that stay, with all betas."""
    found: list[Scores] = []
    for power, moves, most, bases in ((2, (-1, 0, 1), 3, ROOTS.values()), (1, (0, 1), 4, (Fraction(2), Fraction(3)))):
        pairs = [pair for pair in product(range(5), repeat=2) if pair[1] - pair[0] in moves]
        small = {one for size in range(1, most + 1) for one in combinations_with_replacement(pairs, size)}
        sides = sorted({tuple(zip(*one, strict=True)) for one in small | {*of_interior_points(power == 1)}})
        found += [Scores(one[0], one[1], c, power) for one in sides for c in bases]
    alone = {tuple(sorted(interior_scores(S, size).values())) for size, rows in product(range(3, 7), range(7))
             for S in multiset_databases(range(size), rows)}
    crowd = (0,) * 9 + (3,)
    return (*found, *(Scores(q, q, c, 2, beta) for q in sorted(alone) for c in (Fraction(2), Fraction(3))
                      for beta in BETAS[1:]), Scores(crowd, crowd, Fraction(14, 3), 2, Fraction(1, 10)))


@cache
def weighed(q: tuple[int, ...], c: Fraction) -> tuple[list[Fraction], Fraction, list[Fraction]]:
    """Return the weights, their sum, and the probabilities of the executed mechanism."""
    law, weights = from_scores(dict(enumerate(q)), c).exact(), [c**score for score in q]
    return weights, sum(weights, Fraction(0)), [law[f] for f in range(len(q))]


def changes_by_two() -> Iterator[Scores]:
    """Yield scores of which one rises by 2; where q need not be monotone, the others fall by 2."""
    yield from (given._replace(q_later=(given.q[0] + 2, *(q - (given.power == 2) * 2 for q in given.q[1:])))
                for given in small_scores()[::40])


@proof("KLMNS20-2.2", grade="exhaustive",
       quantifier="scores 0..4, up to order, of 1 to 3 solutions that change by at most 1, e^epsilon = 9/4, 4, 9; of 1 "
                  "to 4 that change by 0 or 1, e^epsilon = 2, 3; all interior point scores, |X| = 3..6, n = 3, 4, 6, a "
                  "row replaced, or added; beta = 1/2; those with n <= 6, e^(epsilon/2) = 2, 3, beta = 1/10, 1/100",
       instances=small_scores, start=Scores((0, 2, 5), (1, 1, 4)),
       steps={"numerator/least": "{a, 1 for monotone q, else e^(-epsilon/2)} is at most {the least factor of a weight}",
              "numerator/most": "{the largest factor of a weight} is at most {a e^epsilon}",
              "normaliser/least": "{a} is at most {the factor of the normaliser}",
              "normaliser/most": "{the factor of the normaliser} is at most {a e^epsilon}",
              "bad/weight": "{|F| times the largest weight of a bad solution} is less than {beta times the largest}",
              "bad/number": "{the number of bad solutions} is less than {|F|}",
              "conclusion": "{the largest ratio of probabilities, Pr[a bad solution]} is at most {e^epsilon, beta}"},
       hypotheses=(Hypothesis("a score changes by at most 1", changes_by_two,
                              ("numerator/least", "numerator/most", "normaliser/least", "normaliser/most",
                               "conclusion")),
                   Hypothesis("q is monotone where the exponent is epsilon q", {"power": 1},
                              ("numerator/least", "normaliser/least", "conclusion")),
                   Hypothesis("beta < 1", needless="no probability is above 1")))
def weights_change_little(given: Scores, error: Formula = exponential_error) -> Iterator[Line]:
    q, q_later, c, power, beta = given
    (weights, Z, law), (later, Z_later, law_later) = weighed(q, c), weighed(q_later, c)
    factors, low, grown = {b / a for a, b in {*zip(weights, later, strict=True)}}, c ** (1 - power), Z_later / Z
    yield Line("numerator/least", "<=", low, min(factors))
    yield Line("numerator/most", "<=", max(factors), c)
    yield Line("normaliser/least", "<=", low, grown)
    yield Line("normaliser/most", "<=", grown, c)
    gap = least_beyond(error, len(q), beta, c)
    bad = [f for f, score in enumerate(q) if max(q) - score >= gap]
    if bad:
        yield Line("bad/weight", "<", len(q) * max(weights[f] for f in bad), beta * max(weights))
    yield Line("bad/number", "<", len(bad), len(q))
    ratios = {p / p_later for p, p_later in {*zip(law, law_later, strict=True)}}
    yield Line("conclusion", "<=", max(*ratios, 1 / min(ratios)), c**power, "privacy")
    yield Line("conclusion", "<=", sum((law[f] for f in bad), Fraction(0)), beta, "utility")


def refutes_weights_change_little(given: Scores, step: str, case: Any, error: Formula) -> bool:
    """Tell whether a line is false, without a division; the bad solutions from the error."""
    q, later, c, power, beta = given
    moves = [after - before for before, after in zip(q, later, strict=True)]
    old, new = ([c**score for score in side] for side in (q, later))
    most, Z, Z_later = as_bracket(error(len(q), beta, Logarithm(c**2))).upper, sum(old), sum(new)
    bad = [w for w, score in zip(old, q, strict=True) if score + most < max(q)]
    private = all(a * Z_later <= c**power * b * Z and b * Z <= c**power * a * Z_later
                  for a, b in zip(old, new, strict=True))
    return {"numerator/least": min(moves) < 1 - power, "numerator/most": max(moves) > 1,
            "normaliser/least": Z_later < c ** (1 - power) * Z, "normaliser/most": Z_later > c * Z,
            "bad/weight": len(q) * max(bad, default=0) >= beta * max(old), "bad/number": bad == old,
            "conclusion": not private if case == "privacy" else sum(bad) > beta * Z}[step]


def moved_scores(gap: int, monotone: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after: a bad one rises by 1, two good ones stay or fall by 1."""
    fall = 0 if monotone else 1
    return (0, gap, gap), (1, gap - fall, gap - fall)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions, gap 20: scores of sensitivity 1 with weights e^(epsilon q / 2), e^(epsilon/2) = "
                  "3/2, 2, 3, and scores that move by 0 or 1 with weights e^(epsilon q), e^epsilon = 2, 3: the ratio "
                  "is above 0.999 e^epsilon, so that the constants are sharp",
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


@cache
def least_beyond(error: Formula, size: int, beta: Fraction, root: Fraction) -> int:
    """Return the least gap above the error, for ``e^{epsilon/2} = root``."""
    return floor(as_bracket(error(size, beta, Logarithm(root**2))).upper) + 1


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
