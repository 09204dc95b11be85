"""BBKN14, our conventions: how "for all" is executed (not a statement of the paper)."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.laws import Law, choice, pure, uniform
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, randomised_response, replace_one
from privlearn.mechanisms.audit import PureAudit
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import mechanism_program, packing_success
from privlearn.papers.bbkn14.conventions import claim

RATIOS = (Fraction(9, 4), Fraction(4), Fraction(25, 16), Fraction(441, 400))


def bits(n: int) -> list[Any]:
    return list(product((0, 1), repeat=n))


@dataclass(frozen=True)
class Known:
    """A mechanism on bit databases whose privacy ratio is known from its definition."""

    name: str
    law: Callable
    bits: int
    ratio: Fraction | float


def identity(database) -> Law:
    return pure(database)


def lopsided(database) -> Law:
    """Two outputs; the rare one tells far more than the likely one."""
    rare = Fraction(1, 10 if database[0] else 100)
    return choice({"likely": 1 - rare, "rare": rare})


def known_mechanisms() -> list[Known]:
    """Randomised response at four ratios on 1, 2 and 3 bits, the identity, and the lopsided coin."""
    responses = [Known(f"randomised response {r}", randomised_response(r / (1 + r)), n, r)
                 for r in RATIOS for n in (1, 2, 3)]
    return [*responses, Known("lopsided coin", lopsided, 1, Fraction(10)), Known("identity", identity, 1, math.inf)]


claim("BBKN14-0.conventions", kind="remark", status="checked",
      reason="conventions of the book; the one on single outcomes is proved in an exercise, the others are tried on "
             "small cases", uses=("BBKN14-2.1", "BBKN14-2.2", "BBKN14-2.5"),
      title="Shared conventions: rational ratios, single outcomes, multisets, enclosures, programs over all mechanisms",
      note="The equivalence of single outcomes and events is proved on the page and checked with Definition 2.1. "
           "Enclosures, and what a solver proposes, are tested in the library.")


@check("BBKN14-0.conventions", grade="exact",
       quantifier="randomised response at 4 ratios on 1, 2 and 3 bits, the identity and a lopsided coin; all "
                  "neighbours, all outcomes",
       says="{the audited privacy ratio} equals {the ratio known from the definition}")
def audit_returns_the_known_ratio(audit=audit_pure) -> Verdict:
    return judge("==", ((known.name, audit(known.law, bits(known.bits), replace_one).exp_epsilon, known.ratio)
                        for known in known_mechanisms()))

def refutes_audit_returns_the_known_ratio(audit, name):
    known = next(known for known in known_mechanisms() if known.name == name)
    worst: Fraction | float = Fraction(0)
    for left, right in permutations(bits(known.bits), 2):
        if sum(a != b for a, b in zip(left, right, strict=True)) == 1:
            p, q = known.law(left).exact(), known.law(right).exact()
            worst = max([worst, *(w / q[o] if q.get(o) else math.inf for o, w in p.items())])
    return audit(known.law, bits(known.bits), replace_one).exp_epsilon != worst

@audit_returns_the_known_ratio.corrupted("an audit that skips infinite ratios: the identity passes")
def audit_skips_infinite_ratios_identity_passes(mechanism, databases: Iterable[Any], neighbours) -> PureAudit:
    found = audit_pure(mechanism, databases, neighbours)
    return found if found.exp_epsilon != math.inf else replace(found, exp_epsilon=Fraction(1))

@audit_returns_the_known_ratio.corrupted("an audit that looks at the most likely outcome only")
def audit_looks_most_likely_outcome_only(mechanism, databases: Iterable[Any], neighbours) -> PureAudit:
    def merged(database) -> Law:
        table = mechanism(database).exact()
        top = max(table, key=lambda o: table[o])
        return choice(table).map(lambda o: o if o == top else "rest")

    listed = list(databases)
    ratios = [merged(a).exact()[top] / merged(b).exact().get(top, Fraction(1)) for a, b in neighbours(listed)
              for top in merged(a).exact() if top != "rest"]
    return replace(audit_pure(mechanism, listed, neighbours), exp_epsilon=max(ratios))


def packing_instances() -> Iterator[tuple[int, Fraction]]:
    """Yield (databases, group ratio); the first is the one of the text."""
    yield 5, Fraction(4)
    for databases in (2, 3, 8, 12):
        for ratio in (Fraction(2), Fraction(9, 4), Fraction(16)):
            yield databases, ratio


def packing_optimum(databases: int, ratio: Fraction) -> tuple[Fraction, Fraction]:
    """Return the best success from below (a mechanism) and from above (multipliers), certified."""
    from privlearn.exact import is_enclosure, solve

    names = list(range(databases))
    wrong: list[dict[Any, int]] = [{(i, o): 1 for o in names if o != i} for i in names]
    apart: dict[Any, int] = dict.fromkeys(permutations(names, 2), 1)
    program = mechanism_program(names, names, apart, ratio, wrong)
    enclosure = solve(program)
    if not is_enclosure(enclosure, program):
        raise AssertionError("the enclosure of the linear program does not verify")
    return 1 - enclosure.upper, 1 - enclosure.lower


@check("BBKN14-0.conventions", grade="exact",
       quantifier="N = 5 at R = 4, and N = 2, 3, 8, 12 at R = 2, 9/4, 16: primal and dual value of the linear "
                  "program over all mechanisms",
       says="the best success of any mechanism is R/(R + N - 1), bounded from below and from above")
@sabotage("R / (R + N)", lambda n, ratio: ratio / (ratio + n))
def packing_optimum_is_the_closed_form(value=packing_success) -> Verdict:
    return judge("==", (((n, ratio), packing_optimum(n, ratio), (value(n, ratio),) * 2)
                        for n, ratio in packing_instances()))

def refutes_packing_optimum_is_the_closed_form(value, n, ratio):
    success = ratio / (ratio + n - 1)  # say the right answer with this probability, any other with success / ratio
    attained = success + (n - 1) * success / ratio == 1
    claimed = value(n, ratio)  # every mechanism has success (1 + (n - 1) / ratio) <= 1, summed over the n answers
    return attained and (claimed < success or claimed * (1 + (n - 1) / ratio) > 1)


def shuffled(mechanism) -> Callable:
    """Compose with a uniformly random permutation of the rows."""
    def law(database) -> Law:
        places = list(permutations(range(len(database))))
        return uniform(places).then(lambda order: mechanism(tuple(database[i] for i in order)))

    return law


def first_row_told(database) -> Law:
    """Randomised response on the first row alone: as far from ignoring the order as a private mechanism can be."""
    return choice({database[0]: Fraction(9, 13), 1 - database[0]: Fraction(4, 13)})


def majority_after_noise(database) -> Law:
    """Say whether a noisy copy of the bits begins with a one: depends on all rows, and on their order."""
    return randomised_response(Fraction(3, 4))(database).map(lambda said: said[0] + 2 * max(said))


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="two mechanisms that depend on the order, databases of 2, 3, 4 bits, all neighbours: ratio after "
                  "shuffling, then invariance",
       says="after shuffling, the privacy ratio is no larger and the law ignores the order of the rows")
@sabotage("rotate by one row instead of shuffling",
          lambda mechanism: lambda database: mechanism((*database[1:], database[0])))
@judged("==")
def shuffling_keeps_privacy_and_forgets_the_order(shuffle=shuffled):
    for mechanism in (first_row_told, majority_after_noise):
        for n in (2, 3, 4):
            law = shuffle(mechanism)
            after, before = (audit_pure(m, bits(n), replace_one).exp_epsilon for m in (law, mechanism))
            yield (mechanism, bits(n)[0]), after <= before, True
            for database in bits(n):
                yield (mechanism, database), law(database).exact(), law(tuple(sorted(database))).exact()

def refutes_shuffling_keeps_privacy_and_forgets_the_order(shuffle, mechanism, database):
    laws = [mechanism(order).exact() for order in permutations(database)]
    mean = {o: sum(law.get(o, Fraction(0)) for law in laws) / len(laws) for law in laws for o in law}
    return shuffle(mechanism)(database).exact() != mean


def least_failure(databases: list[Any], distances, size: int) -> Fraction:
    """Return the least failure at e^epsilon = 2 over all mechanisms that must name i if all rows are (i, 1)."""
    rows = len(databases[0])
    tasks: list[dict[Any, int]] = [{(((i, 1),) * rows, o): 1 for o in range(size) if o != i} for i in range(size)]
    from privlearn.exact import solve

    return solve(mechanism_program(databases, list(range(size)), distances, 2, tasks)).lower


@check("BBKN14-0.conventions", grade="certified",
       quantifier="(T, m) = (2, 1), (3, 1), (2, 2), (3, 2): the program on T databases against the one on all (2T)^m "
                  "labelled databases",
       says="{the least failure on T databases} is at most {the least failure on all (2T)^m databases}")
@sabotage("call all databases of the family neighbours", lambda databases: dict.fromkeys(permutations(databases, 2), 1))
@judged("<=")
def fewer_databases_bound_every_mechanism(
        distances=lambda databases: {(a, b): hamming_distance(a, b) for a, b in permutations(databases, 2)}):
    for size, rows in ((2, 1), (3, 1), (2, 2), (3, 2)):
        everything = all_databases(labelled_rows(size), rows)
        few = [((i, 1),) * rows for i in range(size)]
        full = least_failure(everything, replace_one(everything), size)
        yield (size, rows), least_failure(few, distances(few), size), full

def refutes_fewer_databases_bound_every_mechanism(distances, size, rows):
    few = [((i, 1),) * rows for i in range(size)]
    ratio = min(2 ** distances(few)[pair] for pair in permutations(few, 2))
    return 1 - Fraction(ratio, ratio + size - 1) > 1 - Fraction(2**rows, 2**rows + size - 1)
