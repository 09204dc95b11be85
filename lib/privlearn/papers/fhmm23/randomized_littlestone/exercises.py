"""Judges of the exercises on the page randomized-littlestone."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.concepts import Concept, ConceptClass, thresholds
from privlearn.dimensions import littlestone_dimension, randomized_littlestone_dimension
from privlearn.dimensions.balanced_trees import branches, is_balancing, mean_depth
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.online.experts.universal import two_experts

TREE = (0, (1, 0, 1), (1, 2, (2, 3, (3, 4, 5))))  # what is to be balanced
LIMIT = Fraction(11, 20)


@asked("Find a class on four points, with two mistakes to be forced, for which coins help least.", level=2, minutes=20,
       library="entries")
@answered
def judge_stubborn_class(answer) -> str:
    """Judge the rows of a class on four points with Littlestone's dimension 2 and the randomised one 13/8."""
    rows = [tuple(row) for row in answer]
    if not rows or any(len(row) != 4 or any(type(bit) is not int or bit not in (0, 1) for bit in row) for row in rows):
        return "not yet: give a list of rows, each of four bits"
    concepts = ConceptClass.from_matrix(rows)
    depth, mean = littlestone_dimension(concepts), randomized_littlestone_dimension(concepts)
    if depth != 2:
        return f"not yet: without coins {depth} mistakes can be forced, not 2"
    if mean != Fraction(13, 8):
        return f"not yet: with coins the game costs {mean}, and for some class it costs 13/8"
    return "accepted: 2 mistakes without coins, and 13/8 with them"


@asked("Give weights to the edges of a tree so that all its branches weigh the same.", level=1, minutes=15,
       library="balancing_weights")
@answered
def judge_weights(answer) -> str:
    """Judge weights of the tree on the page: path to an edge -> exact number."""
    if not isinstance(answer, dict) or not all(map(is_exact, answer.values())):
        return "not yet: give a dictionary from paths, tuples of labels, to exact numbers"
    ends = list(branches(TREE))
    edges = {end[:length] for end in ends for length in range(1, len(end) + 1)}
    if set(answer) != edges:
        return f"not yet: {len(edges)} edges have a weight, each named by the path that ends with it"
    for edge in sorted(edges):
        if not 0 <= answer[edge] <= 1 or answer[edge] + answer[*edge[:-1], 1 - edge[-1]] != 1:
            return f"not yet: the weight of {edge} and that of the edge beside it are no chances with the sum 1"
    if not is_balancing(answer, TREE):
        heavy = [sum(answer[end[:length]] for length in range(1, len(end) + 1)) for end in ends]
        return f"not yet: the branches weigh {', '.join(map(str, heavy))}"
    return f"accepted: every branch weighs {mean_depth(TREE) / 2}"


@asked("Write a learner of thresholds on four points that never expects more than one mistake.", level=2, minutes=20,
       library="randomized_prediction")
@answered
def judge_learner(answer) -> str:
    """Judge a function (concepts left, point) -> probability of predicting 1, on every sequence of labels."""
    if not callable(answer):
        return "not yet: give a function of the concepts left, a tuple of rows, and the point"

    def worst(left: tuple[Concept, ...]) -> tuple[Fraction, tuple[tuple[int, int], ...]]:
        found: tuple[Fraction, tuple[tuple[int, int], ...]] = Fraction(0), ()
        for x in range(4):
            p = answer(left, x)
            if not is_exact(p) or not 0 <= p <= 1:
                raise ValueError(f"the probability at {x} must be an exact number from 0 to 1, got {p!r}")
            for label in (0, 1):
                later, paid = tuple(row for row in left if row[x] == label), Fraction(p if label == 0 else 1 - p)
                if later == left and paid:
                    raise ValueError(f"at point {x} one label is left, and it is not predicted for certain")
                if later and later != left:
                    more, rounds = worst(later)
                    found = max(found, (paid + more, ((x, label), *rounds)), key=lambda pair: pair[0])
        return found

    cost, rounds = worst(tuple(thresholds(2).rows()))
    if cost > 1:
        return f"not yet: it expects {cost} mistakes on {rounds}"
    return f"accepted: at most {cost} mistake, whatever the labels"


@asked("Find the least number of errors from which coins save nearly half of the mistakes of two experts.", level=2,
       minutes=15, library="two_experts")
@answered
def judge_nearly_half(answer) -> str:
    """Judge (k, share for k, share for k - 1): the least k for which M*(2, k) is at most 11/20 of 2k + 1."""
    return least_with_proof(answer, lambda k: two_experts(k) / (2 * k + 1), LIMIT, most=200, what="errors")


@asked("Find a class and a coin for which the recursion is false.", level=1, minutes=10)
@answered
def judge_biased_coin(answer) -> str:
    """Judge parts of an instance of the proof with a coin that is not fair."""
    return supplied.stops("FHMM23-recursion", "root", answer)
