"""FX15, Section 3.1: accuracy and confidence boosted by repeating a protocol."""

from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication import boosted_representation, majority_protocol, protocol_of_representation, worst_error
from privlearn.communication.error_boosting import boosting_copies, protocol_error
from privlearn.concepts import T3, Concept, ConceptClass
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.papers.fx15.equivalence.instances import CLASSES, ball_of, coarse_distributions
from privlearn.papers.fx15.equivalence_applications import claim
from privlearn.papers.fx15.one_way_protocols.instances import first_odd_number, majority_by_counting

MOST = Fraction(15, 64)
TARGETS = tuple((Fraction(1, a), Fraction(1, b)) for a, b in ((4, 4), (16, 16), (32, 8), (32, 32)))
Instance = tuple[ConceptClass, ProbabilisticRepresentation]


@formula("at most")
def first_error() -> Value:
    """Return the error of the protocol of a (1/8, 1/8)-representation."""
    return 15 / 64


@formula("equals", corners={"k": (2, 3, 9), "m": (1, 3, 5)})
def boosted_size(k: int, m: int) -> Value:
    """Return the number of messages of a majority of m copies with k messages."""
    return k**m


claim("FX15-3.1app.boost", kind="corollary", formulas=(first_error, boosted_size),
      title="Boosting by protocols: convert, repeat, convert back",
      uses=("FX15-2.4", "FX15-2.4.protocol", "FX15-2.2eq", "FX15-3.1.le", "FX15-3.1.ge"),
      note="Optimal representations of classes this small are good at (1/8, 1/8) only if they never miss, so the "
           "instances are diluted: the class, and with weight 1/8 (1/16 for Point_2 and Thr_2) a useless set.")


def diluted(hypotheses: tuple[Concept, ...], useless: Concept,
            weight: Fraction = EIGHTH) -> ProbabilisticRepresentation:
    return ProbabilisticRepresentation(((1 - weight, hypotheses), (weight, (useless,))))


def instances() -> dict[str, Instance]:
    """(1/8, 1/8)-representations that do miss; the last one makes a protocol with error 15/64."""
    single = ConceptClass.from_matrix([[0] * 8])
    ones = tuple(tuple(int(x == y) for x in range(8)) for y in range(8))
    return {"T3": (T3, diluted(tuple(T3.rows()), (0, 0))),
            "Point_2": (CLASSES["Point_2"], diluted(tuple(CLASSES["Point_2"].rows()), (0,) * 4, EIGHTH / 2)),
            "Thr_2": (CLASSES["Thr_2"], diluted(tuple(CLASSES["Thr_2"].rows()), (0,) * 3, EIGHTH / 2)),
            "one concept on 8 points": (single, diluted(ones, (1,) * 8))}


@check("FX15-3.1app.boost", grade="exact",
       quantifier="diluted (1/8, 1/8)-representations of T3, Point_2, Thr_2, and of one concept on 8 points, where "
                  "the bound 15/64 is attained; 15/64 < 1/4",
       says="the protocol errs with at most epsilon + delta - epsilon delta = 15/64, and this is at most 1/4")
def first_step_has_error_at_most_15_64(bound=first_error) -> Verdict:
    cases = [(name, worst_error(protocol_of_representation(found, concepts), concepts), bound())
             for name, (concepts, found) in reversed(instances().items())]
    return judge("<=", [*cases, ("a quarter", protocol_error(EIGHTH, EIGHTH), QUARTER)])

def refutes_first_step_has_error_at_most_15_64(bound, name):
    concepts, found = instances()[name]
    uniform = (Fraction(1, concepts.size),) * concepts.size
    least = min(sum(w * ball_of(row, hypotheses, uniform) for w, hypotheses in found.branches)
                for row in concepts.rows())
    return least > bound()  # a random point: no choice of Alice's does better


@check("FX15-3.1app.boost", grade="exact",
       quantifier="from (1/8, 1/8), error 15/64, to (1/4, 1/4), (1/16, 1/16), (1/32, 1/8), (1/32, 1/32): the least odd "
                  "number of copies whose error is at most epsilon' delta', found by bisection and one by one",
       says="{the number of copies by bisection} equals {the least odd number, tried one by one}")
@sabotage("two copies fewer", lambda *case: boosting_copies(*case) - 2)
@sabotage("two copies more", lambda *case: boosting_copies(*case) + 2)
def copies_are_the_fewest(copies=boosting_copies) -> Verdict:
    return judge("==", ((target, copies(EIGHTH, EIGHTH, *target), first_odd_number(MOST, target[0] * target[1]))
                        for target in TARGETS))

def refutes_copies_are_the_fewest(copies, target):
    def wrong(copies: int) -> Fraction:
        law = {0: Fraction(1)}  # of the number of wrong copies
        for _ in range(copies):
            law = {i: law.get(i, 0) * (1 - MOST) + law.get(i - 1, 0) * MOST for i in range(len(law) + 1)}
        return sum((p for i, p in law.items() if 2 * i > copies), Fraction(0))

    m = copies(EIGHTH, EIGHTH, *target)
    return wrong(m) > prod(target) or wrong(m - 2) <= prod(target)


@check("FX15-3.1app.boost", grade="exact",
       quantifier="diluted representations of T3, Point_2, Thr_2; targets (1/4, 1/4), (1/16, 1/16), (1/32, 1/8): "
                  "miss probability at epsilon' over all concepts and all distributions; the copies are the fewest for "
                  "the exact error of the protocol",
       says="the boosted set misses with at most delta', and its copies are the fewest for error epsilon' delta'")
@judged("<=")
def boosted_sets_miss_at_most_the_target(boost=boosted_representation):
    for name, (concepts, found) in list(instances().items())[:3]:
        fewest = cache(partial(first_odd_number, worst_error(protocol_of_representation(found, concepts), concepts)))
        for alpha, beta in TARGETS[:3]:
            boosted, copies = boost(found, concepts, alpha, beta)
            yield (name, alpha, beta), miss_probability(boosted, concepts, alpha), beta
            yield (name, alpha, beta), copies, fewest(alpha * beta)
            yield (name, alpha, beta), fewest(alpha * beta), copies

def refutes_boosted_sets_miss_at_most_the_target(boost, name, alpha, beta):
    concepts, found = instances()[name]
    boosted, copies = boost(found, concepts, alpha, beta)
    single, branches = worst_error(protocol_of_representation(found, concepts), concepts), boosted.branches
    if copies != next(m for m in range(1, 99, 2) if majority_by_counting(single, m) <= alpha * beta):
        return True
    return max(sum(w for w, hypotheses in branches if ball_of(row, hypotheses, law) > alpha)
               for row in concepts.rows() for law in coarse_distributions(concepts.size, 4)) > beta

@boosted_sets_miss_at_most_the_target.corrupted("majority of the first function of each set, without Alice's choice")
def majority_first_function_each_set_without(found: ProbabilisticRepresentation, concepts: ConceptClass, *_):
    branches = []
    for chosen in product(found.branches, repeat=3):
        bits = zip(*(hypotheses[0] for _, hypotheses in chosen), strict=True)
        table = tuple(int(sum(column) > 1) for column in bits)
        branches.append((prod((w for w, _ in chosen), start=Fraction(1)), (table,)))
    return ProbabilisticRepresentation(tuple(branches)), 3


@check("FX15-3.1app.boost", grade="exact",
       quantifier="diluted representations of T3, Point_2, Thr_2, majority of 1, 3, 5 copies: k^m messages",
       says="{the messages of the majority protocol} equal {k^m}")
def sizes_are_multiplied(size=boosted_size) -> Verdict:
    return judge("==", (((name, m), majority_protocol(protocol_of_representation(found, concepts), m).messages,
                         size(found.size, m))
                        for name, (concepts, found) in list(instances().items())[:3] for m in (1, 3, 5)))

def refutes_sizes_are_multiplied(size, name, m):
    most = max(len(hypotheses) for _, hypotheses in instances()[name][1].branches)
    return size(most, m) != sum(1 for _ in product(range(most), repeat=m))
