"""Closure learning: private learners for H_1, ..., H_k give one for the class composed of them by a rule G.

Definitions
-----------
The functions ``h_1, ..., h_k`` are found one after the other.  Step i has its own rows ``D_i``, ``T_i``.  They are
relabelled by a concept of ``H_i`` with the *completion score*: the errors on ``D_i`` that remain if the classes after i
are used as well as possible,

    ``min over c_{i+1}, ..., c_k of #{(x, y) in D_i : G(h_1(x), ..., h_{i-1}(x), h(x), c_{i+1}(x), ..., c_k(x)) != y}``.

Then the learner of ``H_i`` runs on ``|D_i| / 9`` uniform draws with replacement from the relabelled ``D_i``.

>>> from privlearn.concepts import ConceptClass
>>> both = ConceptClass.from_matrix([(0,), (1,)])
>>> [completion_score(6, (), (both,))(((0, 1),), h) for h in ((0,), (1,))]  # xor: the second concept mends every first
[0, 0]

Source: ABMS20, Section 7, Algorithm 5.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from privlearn.concepts import Concept, ConceptClass
from privlearn.concepts.aggregation import as_rule, value_of_rule
from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, fold, pure, uniform_range
from privlearn.learners.relabeling.relabel import Score, occurring_points, patterns, relabel_law
from privlearn.mechanisms.neighbours import Database

Functions = tuple[Concept, ...]
SubsampleLearner = Callable[[Database], Law]
SHARE = 9  # the printed rule: one ninth of D is drawn


def completions(after: Sequence[ConceptClass], points: Sequence[int]) -> Iterator[tuple[dict[int, int], ...]]:
    """Yield the tuples of patterns of the classes on the points, each pattern as a table point -> value.

    Different concepts with one pattern count once: no score on these points can tell them apart.
    """
    tables = [[dict(zip(points, pattern, strict=True)) for pattern in patterns(c, points)] for c in after]
    yield from product(*tables)


def completion_score(rule: int, before: Sequence[Concept], after: Sequence[ConceptClass]) -> Score:
    """Return the completion score ``q(D, h)`` of a step.

    Parameters
    ----------
    rule : int
        Truth table of G in ``len(before) + 1 + len(after)`` arguments.
    before : sequence of functions
        ``h_1, ..., h_{i-1}``: any functions, concepts or not.
    after : sequence of ConceptClass
        ``H_{i+1}, ..., H_k``, none of them empty; for the last step there are none, and the score counts errors.

    Returns
    -------
    callable
        ``(database, function) -> int``, of matched sensitivity at most 1.

    Raises
    ------
    ValueError
        If the rule does not fit or a class is empty.

    Notes
    -----
    Cost: the product of the numbers of patterns of the later classes on the points of D, times their number.

    References
    ----------
    ABMS20, equation (17).
    """
    arity = len(before) + 1 + len(after)
    table = as_rule(rule, arity)
    if any(len(concepts) == 0 for concepts in after):
        raise ValueError("after must hold classes with at least one concept")

    later, listed = 1 << len(after), dict[tuple[int, ...], set[tuple[int, ...]]]()

    def score(data: Database, concept: Concept) -> int:
        points = occurring_points(data)
        if points not in listed:  # the values of the completions at the points, as numbers
            listed[points] = {tuple(_number([c[x] for c in chosen]) for x in points)
                              for chosen in completions(after, points)}
        counts = Counter(data)
        costs = []
        for x in points:
            start = _number((*(h[x] for h in before), concept[x])) * later
            costs.append([counts[x, 1 - (table >> (start + v) & 1)] for v in range(later)])
        return min(sum(cost[v] for cost, v in zip(costs, values, strict=True)) for values in listed[points])

    return score


def _number(values: Sequence[int]) -> int:
    number = 0
    for value in values:
        number = 2 * number + int(value)
    return number


def draws_law(data: Database, draws: int) -> Law:
    """Return the law of the multiset of independent uniform draws with replacement, as a sorted database.

    Examples
    --------
    >>> draws_law(((0, 0), (1, 1)), 2).exact()[((0, 0), (1, 1))]
    Fraction(1, 2)
    """
    if as_integer(draws, "draws", least=0) == 0:
        return pure(())
    if not data:
        raise ValueError("data must not be empty: there is nothing to draw from")
    return fold((), range(draws),
                lambda found, _: uniform_range(len(data)).map(lambda k: tuple(sorted((*found, data[k])))))


def closure_learn_law(rule: int, classes: Sequence[ConceptClass], learners: Sequence[SubsampleLearner],
                      samples: Sequence[tuple[Database, Database]], exp_epsilon: Number, share: int = SHARE) -> Law:
    """Return the law of the functions ``(h_1, ..., h_k)`` that ``A_ClosureLearn`` composes by G.

    Parameters
    ----------
    rule : int
        Truth table of G in k arguments.
    classes : sequence of k ConceptClass
        On the same points, none empty.
    learners : sequence of k callables
        Database (a sorted multiset of rows) -> Law of a function, a tuple of bits.  It need not be a concept.
    samples : sequence of k pairs (D_i, T_i)
        Of labelled rows, ``|T_i| = |D_i|`` a multiple of ``share``.
    exp_epsilon : number
        ``e^epsilon`` of the exponential mechanism in the relabelling, the square of a rational; the paper's is e.
    share : int
        The learner gets ``|D_i| / share`` draws.

    Raises
    ------
    ValueError
        If the numbers of classes, learners and samples differ or are 0, or the sizes do not fit.

    Notes
    -----
    Guarantee, for learners that are (epsilon', delta)-private and neighbours by replacement of a row:
    ``(ln(4 exp_epsilon) + ln(1 + (e^epsilon' - 1) / share), delta)``-privacy, for one draw.
    Cost: one relabelling for each tuple of earlier functions.

    References
    ----------
    ABMS20, Algorithm 5.
    """
    k = len(classes)
    as_rule(rule, k)
    if len(learners) != k or len(samples) != k:
        raise ValueError(f"learners and samples must be as many as classes, {k}, got {len(learners)} and "
                         f"{len(samples)}")
    for data, other in samples:
        if not data or len(data) != len(other) or len(data) % as_integer(share, "share", least=1):
            raise ValueError(f"samples must be pairs of equally long databases, a positive multiple of {share} rows, "
                             f"got {len(data)} and {len(other)} rows")
    empty: Functions = ()
    return fold(empty, range(k), lambda before, i: step_law(
        rule, before, classes[i:], learners[i], samples[i], exp_epsilon, share).map(lambda h: (*before, h)))


def step_law(rule: int, before: Functions, classes: Sequence[ConceptClass], learner: SubsampleLearner,
             sample: tuple[Database, Database], exp_epsilon: Number, share: int = SHARE) -> Law:
    """Return the law of ``h_i`` given the earlier functions: relabel, draw, learn.

    ``classes`` are ``H_i, ..., H_k``; the other parameters as in :func:`closure_learn_law`.
    """
    data, other = sample
    score = completion_score(rule, before, classes[1:])
    changed = relabel_law(classes[0], score, data, other, exp_epsilon)
    return changed.map(lambda pair: pair[0]).then(lambda new: draws_law(new, len(data) // share)).then(learner)


def composed(rule: int, functions: Sequence[Concept]) -> Concept:
    """Return the function ``x -> G(h_1(x), ..., h_k(x))``.

    Examples
    --------
    >>> composed(8, ((0, 1, 1), (1, 1, 0)))
    (0, 1, 0)
    """
    return tuple(value_of_rule(rule, *values) for values in zip(*functions, strict=True))


def best_completion_error(rule: int, before: Sequence[Concept], after: Sequence[ConceptClass], target: Concept,
                          weights: Sequence[Number]) -> Fraction:
    """Return the least probability of an error over all completions of ``h_1, ..., h_i`` by concepts.

    Parameters
    ----------
    rule : int
    before : sequence of functions
    after : sequence of ConceptClass
        May be empty: the error of the composition itself.
    target : function
        Labels.
    weights : sequence of numbers
        The distribution on the points.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> best_completion_error(8, ((0, 1),), (all_functions(2),), (1, 1), (Fraction(1, 3), Fraction(2, 3)))
    Fraction(1, 3)
    """
    arity = len(before) + len(after)
    table, points = as_rule(rule, arity), range(len(target))
    return min(sum((Fraction(weights[x]) for x in points
                    if table >> _number([*(h[x] for h in before), *(c[x] for c in chosen)]) & 1 != target[x]),
                   Fraction(0)) for chosen in completions(after, points))
