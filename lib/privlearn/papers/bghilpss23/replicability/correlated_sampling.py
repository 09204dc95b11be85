"""BGHILPSS23: correlated sampling, and how often two readers differ."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import lcm
from operator import and_, or_
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, THIRD
from privlearn.laws.correlated_sampling import (WAITING, correlated, correlated_disagreement, disagreement_bound,
                                                first_accepted)
from privlearn.papers.bghilpss23.replicability import claim
from privlearn.papers.bghilpss23.replicability.instances import (Joint, Sampling, Table, apart, at_possible_outcomes,
                                                                 by_the_first, in_full, on_their_own, pairs_of_laws,
                                                                 weighed_by_the_least)

Reader = Callable[[Table, Iterable[tuple[int, Fraction]]], Any]
Told = list[list[list[bool]]]  # for each reader, outcome and number u, whether the round is accepted
ZERO = Fraction(0)

claim("BGHILPSS23-sampling", kind="lemma", formulas=(disagreement_bound,),
      title="Correlated sampling: readers with shared randomness differ with probability at most 2 TV/(1 + TV)")


class Readers(NamedTuple):
    """Two laws, probability by probability, and how a reader reads; or another law of what both take."""

    P: tuple[Fraction, ...]
    Q: tuple[Fraction, ...]
    read: Reader = first_accepted
    drawn: Joint = correlated


def tables(given: Readers) -> list[Table]:
    return [{x: p for x, p in enumerate(law) if p} for law in given[:2]]


def taken_by_both(told: Told) -> dict[Any, Fraction]:
    """Return the law of what two readers take of shared rounds: at the first that one accepts the other may go on."""
    alone = [[Fraction(sum(row), sum(map(sum, rows))) for row in rows] for rows in told]
    first: dict[Any, Fraction] = {}
    for x, rows in enumerate(zip(*told, strict=True)):
        for a, b in zip(*rows, strict=True):
            for y in [x] if a and b else range(len(alone[0])) if a or b else ():
                pair = x if a else y, x if b else y
                first[pair] = first.get(pair, ZERO) + (1 if a and b else alone[a][y])
    return {pair: mass / sum(first.values()) for pair, mass in first.items()}


@proof("BGHILPSS23-sampling", grade="exhaustive",
       quantifier="all pairs of laws on 3 outcomes with denominators up to 4",
       instances=lambda: [Readers(in_full(left), in_full(right)) for left, right in pairs_of_laws(most=4)],
       start=Readers((HALF, HALF, ZERO), (Fraction(1, 4), HALF, Fraction(1, 4))),
       steps={"round": "{the probabilities that a reader accepts a round at x} are {P(x)/n}",
              "law": "{the law of what a reader takes} is {its own}",
              "first/either": "{the probabilities that one of them accepts a round at x} are {max(P(x), Q(x))/n}",
              "first/both": "{the probabilities that both accept a round at x} are {min(P(x), Q(x))/n}",
              "sums": "{the sums of min(P, Q) and of max(P, Q)} are {1 - TV and 1 + TV}",
              "same/round": "{the probability that both accept the first round that one does} is {(1 - TV)/(1 + TV)}",
              "same": "{(1 - TV)/(1 + TV)} is at most {the probability that both take the same}",
              "conclusion": "{the probability that they take different outcomes} is at most {2 TV/(1 + TV)}"},
       hypotheses=(
           Hypothesis("a round is accepted if u is below the probability", {"read": at_possible_outcomes},
                      ("round", "law", "first/either", "first/both", "same/round", "same", "conclusion")),
           Hypothesis("each reader goes by its own law", {"drawn": by_the_first}, ("law",)),
           Hypothesis("who has not accepted goes on", {"drawn": weighed_by_the_least}, ("law",)),
           Hypothesis("the rounds are shared", {"drawn": on_their_own}, ("same", "conclusion"))))
def readers_seldom_differ(given: Readers, bound=disagreement_bound) -> Iterator[Line]:
    P, Q, read, drawn = given
    n, unit = len(P), lcm(*(p.denominator for p in P + Q))
    told = [[[read(law, [(x, Fraction(j, unit))]) == x for j in range(unit)] for x in range(n)]
            for law in tables(given)]
    joint = taken_by_both(told) if drawn is correlated else drawn(tables(given)).exact()
    for i, law in enumerate((P, Q)):
        yield Line("round", "==", [Fraction(sum(row), unit * n) for row in told[i]], [p / n for p in law], "PQ"[i])
    for i, law in enumerate((P, Q)):
        taken = [sum((p for both, p in joint.items() if both[i] == x), ZERO) for x in range(n)]
        yield Line("law", "==", taken, list(law), "PQ"[i])
    TV = sum(abs(p - q) for p, q in zip(P, Q, strict=True)) / 2
    either, both = ([Fraction(sum(map(gate, *rows)), unit * n) for rows in zip(*told, strict=True)]
                    for gate in (or_, and_))
    yield Line("first/either", "==", either, [max(pair) / n for pair in zip(P, Q, strict=True)])
    yield Line("first/both", "==", both, [min(pair) / n for pair in zip(P, Q, strict=True)])
    yield Line("sums", "==", (sum(map(min, P, Q)), sum(map(max, P, Q))), (1 - TV, 1 + TV))
    yield Line("same/round", "==", sum(both) / sum(either), (1 - TV) / (1 + TV))
    differ = sum((p for (a, b), p in joint.items() if a != b), ZERO)
    yield Line("same", "<=", (1 - TV) / (1 + TV), 1 - differ)
    yield Line("conclusion", "<=", differ, bound(TV))


def refutes_readers_seldom_differ(given: Readers, step: str, case: Any, bound) -> bool:
    """Tell whether a line is false, by what both laws have in common."""
    P, Q, read, drawn = given
    told = [[[read(law, [(x, Fraction(j, 12))]) == x for j in range(12)] for x in range(len(P))]
            for law in tables(given)]
    joint = taken_by_both(told) if drawn is correlated else drawn(tables(given)).exact()
    common = sum(map(min, P, Q))
    agree = sum(joint.get((x, x), ZERO) for x in range(len(P)))
    if step == "law":
        return any(sum(p for taken, p in joint.items() if taken[i] == x) != p_x
                   for i, law in enumerate((P, Q)) for x, p_x in enumerate(law))
    if step in ("same", "conclusion"):
        return agree < common / (2 - common) if step == "same" else 1 - agree > bound(1 - common)
    return any(told[i][x][j] != (12 * p_x > j) for i, law in enumerate((P, Q)) for x, p_x in enumerate(law)
               for j in range(12))


def all_rounds(outcomes: int, unit: int, length: int) -> list[tuple[tuple[int, Fraction], ...]]:
    """Return all sequences of rounds ``(x, j/unit)``: for laws with denominator ``unit`` no more need be told of u."""
    rounds = [(x, Fraction(j, unit)) for x in range(outcomes) for j in range(unit)]
    return list(product(rounds, repeat=length))


def from_rounds(read: Reader, pair: tuple[Table, Table], outcomes: int, unit: int, length: int) -> dict[Any, Fraction]:
    """Return the law of what two readers take: all their first rounds run, what comes after them by its law."""
    left, right = pair
    listed = all_rounds(outcomes, unit, length)
    share, after = Fraction(1, len(listed)), correlated(pair).exact()
    table: dict[Any, Fraction] = {}
    for rounds in listed:
        a, b = read(left, rounds), read(right, rounds)
        rest = (after if a is WAITING and b is WAITING else {(x, b): p for x, p in left.items()} if a is WAITING
                else {(a, x): p for x, p in right.items()} if b is WAITING else {(a, b): Fraction(1)})
        for taken, p in rest.items():
            table[taken] = table.get(taken, ZERO) + share * p
    return table


@check("BGHILPSS23-sampling", grade="exhaustive", quantifier="all pairs of laws on 2 outcomes with denominators up to "
       "3, all sequences of 2 rounds; on 3 outcomes with denominators up to 2, of 3 rounds",
       says="run on every shared randomness, two readers have the joint law in closed form")
@sabotage("u <= P(x) for u < P(x)", lambda law, rounds: next((x for x, u in rounds if u <= law.get(x, 0)), WAITING))
@sabotage("a reader turns the outcomes round if the one at the left is the less likely one",
          lambda law, rounds: first_accepted(law, rounds) if law.get(0, 0) >= law.get(1, 0) else next(
              (1 - x for x, u in rounds if x < 2 and u < law.get(1 - x, 0)), WAITING))
@sabotage("every round is accepted at a possible outcome", at_possible_outcomes)
@judged("==")
def readers_of_all_rounds_have_the_joint_law(read: Reader = first_accepted) -> Iterator[Any]:
    for outcomes, most, length in ((2, 3, 2), (3, 2, 3)):
        for pair in pairs_of_laws(outcomes, most):
            unit = 6 if most == 3 else 2
            yield (*pair, outcomes, unit, length), from_rounds(read, pair, outcomes, unit, length), correlated(
                pair).exact()

def refutes_readers_of_all_rounds_have_the_joint_law(read: Reader, left, right, outcomes, unit, length) -> bool:
    """Tell whether a reader takes something else than it must from some rounds."""
    for rounds in all_rounds(outcomes, unit, length):
        for law in (left, right):
            taken = [x for x, u in rounds if x in law and u < law[x]]
            if read(law, rounds) != (taken[0] if taken else WAITING):
                return True
    return False


@formula("equals", corners={"TV": (0, THIRD, HALF, 1), "S": (0, Fraction(1, 9), HALF)},
         tex={"S": r"\sum_x \min(P(x), Q(x))\,|P(x) - Q(x)|"})
def exact_disagreement(TV: Value, S: Value) -> Value:
    return (2 * TV - S) / (1 + TV)


claim("BGHILPSS23-sampling.exact", kind="remark", section="0 Exact forms and proofs", uses=("BGHILPSS23-sampling",),
      formulas=(exact_disagreement,),
      title="They differ with probability (2 TV - sum min(P, Q)|P - Q|)/(1 + TV): the bound, if at each outcome P and "
            "Q are equal or one is 0, and less else")


@check("BGHILPSS23-sampling.exact", grade="exhaustive",
       quantifier="all pairs of laws on 3 outcomes with denominators up to 4",
       says="{the closed form, of the library and as it is stated,} is {the probability of different outcomes in the "
            "joint law}")
@sabotage("each reader has randomness of its own", (
    lambda left, right: 1 - sum((p * right.get(x, ZERO) for x, p in left.items()), ZERO), exact_disagreement))
@sabotage("the total variation distance, as if the readers knew both laws", (apart, exact_disagreement))
@judged("==")
def closed_form_is_that_of_the_joint_law(forms=(correlated_disagreement, exact_disagreement)) -> Iterator[Any]:
    for pair in sorted(pairs_of_laws(most=4), key=lambda pair: pair[0] == pair[1]):
        differ = sum((p for (a, b), p in correlated(pair).exact().items() if a != b), ZERO)
        yield pair, both_forms(forms, *pair), (differ, differ)

def both_forms(forms, left: Table, right: Table) -> tuple[Any, Any]:
    later = sum((min(p, right.get(x, ZERO)) * abs(p - right.get(x, ZERO)) for x, p in left.items()), ZERO)
    return forms[0](left, right), forms[1](apart(left, right), later)

def refutes_closed_form_is_that_of_the_joint_law(forms, witness: tuple[Table, Table]) -> bool:
    """Count the tickets of one round: x, and u a multiple of one unit; and solve for what comes after it."""
    left, right = witness
    unit = lcm(*(p.denominator for law in witness for p in law.values()))
    differ, accepted = ZERO, 0
    for x in range(3):
        for j in range(unit):
            a, b = (Fraction(j, unit) < law.get(x, 0) for law in witness)
            accepted += a or b
            differ += (a and not b) * (1 - right.get(x, ZERO)) + (b and not a) * (1 - left.get(x, ZERO))
    return any(form != differ / accepted for form in both_forms(forms, left, right))


def attains(left: Table, right: Table) -> bool:
    """Tell whether at each outcome two laws are equal, or one of them is 0."""
    return all(left.get(x) == right.get(x) or x not in left or x not in right for x in {*left, *right})


@check("BGHILPSS23-sampling.exact", grade="exhaustive",
       quantifier="all pairs of laws on 3 outcomes with denominators up to 6",
       says="{the bound 2 TV/(1 + TV) is attained} where {the laws are equal or disjoint at each outcome}")
@sabotage("only where they are equal or disjoint", lambda left, right: left == right or not {*left} & {*right})
@sabotage("always", lambda left, right: True)
@judged("==")
def bound_is_attained(where: Callable[[Table, Table], bool] = attains) -> Iterator[Any]:
    for pair in pairs_of_laws():
        yield pair, correlated_disagreement(*pair) == disagreement_bound(apart(*pair)), where(*pair)

def refutes_bound_is_attained(where: Callable[[Table, Table], bool], left: Table, right: Table) -> bool:
    return where(left, right) != all(left[x] == right[x] for x in left if x in right)


@check("BGHILPSS23-sampling.exact", grade="exhaustive",
       quantifier="all pairs of laws on 2 outcomes with denominators up to 12",
       says="on two outcomes {the disagreement} is {TV}: there nothing is lost")
@sabotage("those who agree later are forgotten", lambda left, right: disagreement_bound(apart(left, right)))
@sabotage("1.01 of it", lambda left, right: correlated_disagreement(left, right) * Fraction(101, 100))
@verifier(lambda form, left, right: form(left, right) != abs(left.get(0, 0) - right.get(0, 0)))
@judged("==")
def two_outcomes_lose_nothing(form: Sampling = correlated_disagreement) -> Iterator[Any]:
    for pair in pairs_of_laws(2, 12):
        yield pair, form(*pair), apart(*pair)


@formula("equals", where=("n >= 2",), corners={"n": (2, 3, 4, 5, 1)},
         loose={"n >= 2": "with one outcome there are no pairs"})
def least_disagreement(n: int) -> Value:
    return 2 / n


claim("BGHILPSS23-sampling.optimal", kind="remark", section="0 Exact forms and proofs", formulas=(least_disagreement,),
      uses=("BGHILPSS23-sampling.exact",),
      title="For the laws uniform on n - 1 of n outcomes no way of sampling with shared randomness has a smaller mean "
            "disagreement than correlated sampling: 2/n",
      note="That the bound is optimal, in essence, for every TV, which Bavarian and others prove.")


def all_but(missing: int, outcomes: int) -> Table:
    return {x: Fraction(1, outcomes - 1) for x in range(outcomes) if x != missing}


def least_mean(outcomes: int) -> Fraction:
    """Return the least share of pairs of these laws whose readers differ, over all choices that the laws allow."""
    choices = product(*[[x for x in range(outcomes) if x != missing] for missing in range(outcomes)])
    pairs = outcomes * (outcomes - 1) // 2
    return min(Fraction(sum(a != b for a, b in combinations(chosen, 2)), pairs) for chosen in choices)


@check("BGHILPSS23-sampling.optimal", grade="exhaustive",
       quantifier="n = 2, ..., 5: all laws uniform on n - 1 of n outcomes, all choices of an outcome for each",
       says="{the mean disagreement} is {the least mean of all choices}")
@sabotage("each reader has randomness of its own",
          lambda left, right: 1 - sum((p * right.get(x, ZERO) for x, p in left.items()), ZERO))
@sabotage("the total variation distance", apart)
@sabotage("1.01 of it", lambda left, right: correlated_disagreement(left, right) * Fraction(101, 100))
@judged("==")
def nothing_does_better_on_all_of_them(form: Sampling = correlated_disagreement) -> Iterator[Any]:
    for n in range(2, 6):
        values = [form(all_but(i, n), all_but(j, n)) for i, j in permutations(range(n), 2)]
        yield n, sum(values, ZERO) / len(values), least_mean(n)

def refutes_nothing_does_better_on_all_of_them(form: Sampling, n: int) -> bool:
    values = {form(all_but(i, n), all_but(j, n)) for i, j in permutations(range(n), 2)}
    return values != {Fraction(2, n)}


@check("BGHILPSS23-sampling.optimal", grade="exhaustive", quantifier="n = 2, ..., 5: all choices of an outcome for "
       "each of the laws", says="{the least mean of all choices} is {2/n}")
@verifier(lambda value, n: value(n) != Fraction(len([pair for pair in permutations(range(n), 2) if 0 in pair]),
                                                n * (n - 1)))  # all take 0, but the reader who cannot
@judged("==")
def no_choice_does_better(value=least_disagreement) -> Iterator[Any]:
    for n, in value.instances():
        yield n, least_mean(n), value(n)
