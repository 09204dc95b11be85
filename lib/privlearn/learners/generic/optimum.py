"""The best private learner of a small class: a linear program over ALL private mechanisms, made small by symmetry.

Definitions
-----------
``SCDP`` of a class C at (epsilon, alpha, beta) is the least n for which some private mechanism learns C from
n examples: for every target f in C and every distribution D on the points, its hypothesis has error at most alpha
with probability at least 1 - beta, over sample and coins.  Any mechanism may be composed with a random
order of the rows, so databases are *multisets* of n labelled rows; its outputs are all functions on the points, or
those of a given class (``outputs=C``: the proper learners).

For finitely many D the least worst failure is the value of a :class:`~privlearn.exact.minimax.MinimaxProgram`.  What
it says of all D: with fewer distributions the failure can only look smaller, so its *lower* bound holds for the
learner's true game; an upper bound needs an argument for all D (:mod:`~privlearn.learning.all_distributions`).

One variable for each orbit of pairs (database, output) under the *symmetries* of C is enough
(:mod:`~privlearn.learners.generic.symmetries`).

A privacy parameter such as 1 has an irrational ratio e.  The failure decreases as the ratio grows, so a rational
:class:`~privlearn.exact.brackets.Bracket` of the ratio brackets the failure.

>>> coin = ConceptClass.from_matrix([[0], [1]])
>>> best = best_private_learner(coin, 2, 3, Fraction(1, 4), [(1,)])
>>> best.failure
Bracket(lower=Fraction(1, 6), upper=Fraction(1, 6))
>>> 1 - one_point_success(2, 3)
Fraction(1, 6)
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

from privlearn.concepts import Concept, ConceptClass, all_functions
from privlearn.exact import (Bracket, MinimaxProgram, TooLargeToEnumerate, as_distribution, as_exp_epsilon, as_integer,
                             is_enclosure, solve)
from privlearn.exact.brackets import as_bracket
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law, choice
from privlearn.learners.generic.symmetries import (Counts, Orbits, Symmetry, class_symmetries, count_vectors, counts_of,
                                                   moved_by)
from privlearn.learning import error, samples
from privlearn.learning.distributions import Database, Distribution

Game = tuple[Concept, Distribution]

LARGEST_PROGRAM = 1 << 18  # variables before symmetry


@dataclass(frozen=True, eq=False)
class LearningProgram:
    """The linear program of :func:`learning_program`, with what its variables stand for.

    Attributes
    ----------
    program : MinimaxProgram
    games : tuple of (target, distribution)
        One task each, up to symmetry.
    outputs : tuple of concepts
    place : dict
        (database up to symmetry, output up to symmetry) -> variable: the total probability of the output's orbit.
    """

    program: MinimaxProgram
    games: tuple[Game, ...]
    outputs: tuple[Concept, ...]
    place: dict[tuple[Counts, int], int] = field(repr=False)
    orbits: Orbits = field(repr=False)

    def solved(self, interior: bool = False) -> Enclosure:
        """Return the certified optimum; the uniform law on the outputs is what rounded solutions are mixed with.

        ``interior``: only a narrow enclosure of it, which is faster, see :func:`~privlearn.exact.solver.solve`.
        """
        shares = [Fraction(self.orbits.class_of(shape).count(name), len(self.outputs)) for shape, name in self.place]
        return solve(self.program, anchor=tuple(shares), interior=interior)

    def probabilities(self, point: Sequence[Fraction], database: Database) -> dict[Concept, Fraction]:
        """Return the law that a feasible point of the program gives a database, as a table."""
        counts = counts_of(database, self.orbits.points)
        shape, _ = self.orbits.canonical(counts)
        sizes = Counter(self.orbits.class_of(shape))
        orbit = [self.orbits.variable(counts, k) for k in range(len(self.outputs))]
        return {output: point[self.place[pair]] / sizes[pair[1]]
                for output, pair in zip(self.outputs, orbit, strict=True)}


def learning_program(concepts: ConceptClass, rows: int, exp_epsilon: Number, alpha: Number,
                     distributions: Iterable[Sequence[Number]], outputs: ConceptClass | None = None) -> LearningProgram:
    """Return "least worst failure of any private mechanism that learns the class from ``rows`` examples".

    Parameters
    ----------
    concepts : ConceptClass
        The targets; at most 5 points.
    rows : int
        n, at least 0.
    exp_epsilon : number of at least 1
        Privacy ratio for replacing one row.
    alpha : number in (0, 1)
        A hypothesis of larger error fails.
    distributions : iterable of sequences of numbers
        The distributions D; their images under the symmetries of the class are meant as well.
    outputs : ConceptClass, optional
        The hypotheses allowed; default: all functions on the points.

    Raises
    ------
    ValueError
        If there is no concept or no distribution, or a parameter is out of range.
    TooLargeToEnumerate
        If there are more than 2^18 pairs (database, output).

    Notes
    -----
    Cost: one variable for each pair (multiset of n rows, output) up to symmetry.
    """
    n, ratio = as_integer(rows, "rows", least=0), as_exp_epsilon(exp_epsilon)
    limit, hypotheses = as_inner_probability(alpha, "alpha"), outputs or all_functions(concepts.size)
    places, total = 2 * concepts.size, comb(2 * concepts.size + n - 1, n) * len(hypotheses)
    if total > LARGEST_PROGRAM:
        raise TooLargeToEnumerate("the program over all private learners", total, LARGEST_PROGRAM)
    group = class_symmetries(concepts, hypotheses)
    orbits = Orbits(concepts.size, tuple(hypotheses.rows()), group)
    shapes = [counts for counts in count_vectors(places, n) if orbits.canonical(counts)[0] == counts]
    names = [(shape, name) for shape in shapes for name in sorted(set(orbits.class_of(shape)))]
    place = {pair: k for k, pair in enumerate(names)}
    games = _distinct_games(concepts, [as_distribution(d, concepts.size) for d in distributions], group)
    if not games:
        raise ValueError("concepts and distributions must not be empty: there is no game to play")
    tasks = tuple(_losses(orbits, place, game, n, limit) for game in games)
    blocks = tuple(len(set(orbits.class_of(shape))) for shape in shapes)
    program = MinimaxProgram(blocks, tasks, tuple(sorted(_ratio_rows(orbits, place, shapes, ratio))))
    return LearningProgram(program, games, orbits.outputs, place, orbits)


def _distinct_games(concepts: ConceptClass, distributions: list[Distribution],
                    group: list[Symmetry]) -> tuple[Game, ...]:
    """Return one game (target, distribution) from each orbit."""
    seen: set[Game] = set()
    kept: list[Game] = []
    for target, weights in product(concepts.rows(), dict.fromkeys(distributions)):
        if (target, weights) not in seen:
            kept.append((target, weights))
            for images, flips in group:
                mass = [Fraction(0)] * len(weights)
                for x, weight in enumerate(weights):
                    mass[images[x]] = weight
                seen.add((moved_by(target, images, flips), tuple(mass)))
    return tuple(kept)


def _losses(orbits: Orbits, place: dict[tuple[Counts, int], int], game: Game, rows: int,
            limit: Fraction) -> dict[int, Fraction]:
    target, weights = game
    bad = [k for k, output in enumerate(orbits.outputs) if error(weights, target, output) > limit]
    losses: dict[int, Fraction] = {}
    for database, probability in samples(weights, target, rows):
        counts = counts_of(database, orbits.points)
        sizes = Counter(orbits.class_of(orbits.canonical(counts)[0]))
        for output in bad:
            pair = orbits.variable(counts, output)
            losses[place[pair]] = losses.get(place[pair], Fraction(0)) + probability / sizes[pair[1]]
    return losses


def _ratio_rows(orbits: Orbits, place: dict[tuple[Counts, int], int], shapes: list[Counts],
                ratio: Fraction) -> set[tuple[int, int, Fraction]]:
    found = set()  # with the sizes of the two orbits of outputs
    sizes = {shape: Counter(orbits.class_of(shape)) for shape in shapes}
    for shape in shapes:
        ours = orbits.class_of(shape)
        for gone, new in permutations(range(len(shape)), 2):
            if not shape[gone]:
                continue
            right = list(shape)
            right[gone], right[new] = right[gone] - 1, right[new] + 1
            other, symmetry = orbits.canonical(tuple(right))
            theirs = orbits.class_of(other)
            for own, image in zip(ours, orbits.output_images[symmetry], strict=True):
                found.add((place[shape, own], place[other, theirs[image]], sizes[shape][own],
                           sizes[other][theirs[image]]))
    scaled = {(a, b): ratio * a / b for _, _, a, b in found}
    return {(i, j, scaled[a, b]) for i, j, a, b in found if i != j}


@dataclass(frozen=True, eq=False)
class PrivateOptimum:
    """The best private learner for finitely many distributions, certified.

    Attributes
    ----------
    failure : Bracket
        Encloses the least worst failure; an equality where the ratio is rational and the program was solved exactly.
    strict, generous : (LearningProgram, Enclosure)
        The program at the lower and at the upper end of the ratio's bracket, each with its enclosure.  The first
        holds a mechanism, private for the true ratio; the second bounds all mechanisms.
    """

    failure: Bracket
    strict: tuple[LearningProgram, Enclosure] = field(repr=False)
    generous: tuple[LearningProgram, Enclosure] = field(repr=False)

    @property
    def success(self) -> Bracket:
        """Encloses the best worst success probability, 1 - failure."""
        return 1 - self.failure

    def learner(self, database: Database) -> Law:
        """Return the law of the optimal mechanism on a labelled database, over its hypotheses as bit tuples."""
        program, enclosure = self.strict
        return choice(program.probabilities(enclosure.point, database))

    def is_certified(self) -> bool:
        """Verify both enclosures by separate code and that the stated bracket is what they prove."""
        (low, upper), (high, lower) = self.strict, self.generous
        return (is_enclosure(upper, low.program) and is_enclosure(lower, high.program)
                and self.failure == Bracket(lower.lower, upper.upper))


def best_private_learner(concepts: ConceptClass, rows: int, exp_epsilon: Number | Bracket, alpha: Number,
                         distributions: Iterable[Sequence[Number]],
                         outputs: ConceptClass | None = None) -> PrivateOptimum:
    """Solve :func:`learning_program` and return its certified optimum.

    Takes the arguments of :func:`learning_program`; ``exp_epsilon`` may be a Bracket, such as ``exp_bracket(1)``.

    References
    ----------
    FX15, Section 2.2.
    """
    ends, places = as_bracket(exp_epsilon), list(distributions)
    low = learning_program(concepts, rows, ends.lower, alpha, places, outputs)
    strict = low, low.solved()
    generous = strict
    if ends.lower < ends.upper:
        high = learning_program(concepts, rows, ends.upper, alpha, places, outputs)
        generous = high, high.solved()
    return PrivateOptimum(Bracket(generous[1].lower, strict[1].upper), strict, generous)


def one_point_success(rows: int, exp_epsilon: Number | Bracket) -> Any:
    """Return the best success for the two functions on one point: ``1 - r^(-n/2)/2``, or ``1 - r^(-(n-1)/2)/(1+r)``.

    Parameters
    ----------
    rows : int
        n; the first form is for even n, the second for odd n.
    exp_epsilon : number r of at least 1, or a Bracket of one
        A bracket gives a bracket, a number a Fraction.

    Examples
    --------
    >>> one_point_success(3, 2)
    Fraction(5, 6)
    """
    if isinstance(exp_epsilon, Bracket):
        return Bracket(one_point_success(rows, exp_epsilon.lower), one_point_success(rows, exp_epsilon.upper))
    n, r = as_integer(rows, "rows", least=0), as_exp_epsilon(exp_epsilon)
    return 1 - (1 / (2 * r ** (n // 2)) if n % 2 == 0 else 1 / (r ** (n // 2) * (1 + r)))
