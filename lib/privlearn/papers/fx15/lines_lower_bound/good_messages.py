"""FX15, Section 5.2: the hard distribution for lines, the parameter gamma, and how many lines can have bad messages."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import log

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication.lines import (best_line_protocol, good_size, largest_bad_share, line_value, proof_gamma,
                                           proof_messages)
from privlearn.communication.lines.collisions import incident_pairs, independent_pairs, message_classes, point_counts
from privlearn.communication.public_coins.partitions import set_partitions
from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, log2
from privlearn.exact.fractions import HALF
from privlearn.exact.primes import primes
from privlearn.laws import Law
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import (Messages, advantage_needed, climbed_protocols, incident,
                                                               least_error)

Rates = tuple[int, int, int, int]


claim("FX15-5.3.mu", kind="definition", uses=("FX15-5.line",),
      title="The hard distribution: half independent, half incident", erratum_kind="convention", repaired=True,
      erratum="mu_1 is described with a x + y = b where the class has a x + b = y; replacing a by -a changes one into "
              "the other, and nothing depends on it. All code here uses a x + b = y.")


@check("FX15-5.3.mu", grade="exact",
       quantifier="p = 2, 3, 5, 7, 11, 13: masses of the incident pairs, all pairs enumerated and counted",
       says="{the mass of the incident pairs, and then the number of all pairs} equals {1/p and p^4 for independent "
            "pairs, 1 and p^3 for incident ones}")
@judged("==")
def incident_mass(laws=(independent_pairs, incident_pairs)):
    for p in primes(2, 13):
        for k, law in enumerate(laws):
            masses = law(p).exact()
            on_line = sum(mass for (line, point), mass in masses.items() if incident(p, line, point))
            yield (k, p), on_line, Fraction(1, p) if k == 0 else Fraction(1)
            yield (k, p), len(masses), p ** (4 - k)

def refutes_incident_mass(laws, k, p):
    masses = laws[k](p).exact()
    off = sum(mass for ((a, b), (x, y)), mass in masses.items() if (a * x + b) % p != y)
    listed = {((a, b), (x, y)) for a, b, x, y in product(range(p), repeat=4) if k == 0 or (a * x + b) % p == y}
    return off != (1 - Fraction(1, p) if k == 0 else 0) or masses.keys() != listed

@incident_mass.sabotage("the point uniform on the vertical line x = a")
def point_uniform_vertical_line_x():
    def vertical(p: int) -> Law:
        return independent_pairs(p).map(lambda pair: (pair[0], (pair[0][0], pair[1][1])))

    return independent_pairs, vertical


def optimal_weight(messages: int) -> Fraction:
    return line_value(3, messages).incident_weight


@check("FX15-5.3.mu", grade="certified",
       quantifier="Line_3 with 2, ..., 8 messages: least error under the weight, all partitions and all answers, "
                  "against the error of a public-coin protocol that attains it",
       says="{the error of a public-coin protocol} equals {the least error under the weight}")
@sabotage("2/3 always, the weight that the paper's mixture gives them", lambda messages: Fraction(2, 3))
@judged("==")
def a_weight_of_the_incident_pairs_is_optimal(weight=optimal_weight):
    for k in range(2, 9):
        solved = line_value(3, k)
        rates = [sum(q * rate for q, rate in zip((q for q, _ in solved.mixture), column, strict=True))
                 for column in zip(*((one.false_zeros, one.false_ones) for _, one in solved.mixture), strict=True)]
        yield k, max(rates), best_line_protocol(3, k, weight(k)).error(weight(k))

def refutes_a_weight_of_the_incident_pairs_is_optimal(weight, witness):
    listed = list(set_partitions(9, witness))  # less error is possible under this weight than under another one
    here, there = (min(least_error(3, m, w) for m in listed) for w in (weight(witness), optimal_weight(witness)))
    return here < there


claim("FX15-5.2eq", kind="inequality", step_of="FX15-5.3", uses=("FX15-5.3.mu",),
      title="Small error forces an advantage (5.2)", formulas=(advantage_needed,),
      note="The two displayed inequalities are one, multiplied by 2; both are compared with the exact error.")


def class_rates(p: int, lines: Sequence[tuple[int, int]], answers: Sequence[int]) -> Rates:
    """Return four counts for one class: (pairs answered 1: incident, all; wrong: incident, others)."""
    through = point_counts(p, lines).ravel().tolist()
    said = [(n, bit) for n, bit in zip(through, answers, strict=True)]
    return (sum(n for n, bit in said if bit), sum(len(lines) for _, bit in said if bit),
            sum(n for n, bit in said if not bit), sum(len(lines) - n for n, bit in said if bit))


def small_protocols() -> Iterator[tuple[int, Sequence[Sequence[Rates]]]]:
    """Yield p and, for each class of a partition, the distinct counts that Bob's tables can bring about.

    For p = 2 all tables; otherwise those that answer 1 where at least a share of the class passes, one for all classes.
    """
    for messages in set_partitions(4, 4):
        yield 2, [sorted({class_rates(2, lines, answers) for answers in product((0, 1), repeat=4)})
                  for lines in message_classes(2, messages)]
    for p, listed in ((3, set_partitions(9, 3)), (3, [tuple(range(9))]), *((p, climbed_protocols(p)) for p in (5, 7))):
        for messages in listed:
            yield from ((p, [[rates] for rates in table]) for table in threshold_tables(p, messages))


@cache
def rates_by_cut(p: int, lines: tuple[tuple[int, int], ...]) -> dict[Fraction, Rates]:
    """Return the counts of a class when Bob says 1 where at least a share of it passes, for each share there is."""
    through, s = point_counts(p, list(lines)).ravel().tolist(), len(lines)
    return {Fraction(cut, s): class_rates(p, lines, [int(n >= cut) for n in through]) for cut in {*through, s + 1}}


def threshold_tables(p: int, messages: Messages) -> list[tuple[Rates, ...]]:
    """Return the counts of every class for each common threshold, which include all best answers to any weight."""
    found = [rates_by_cut(p, tuple(lines)) for lines in message_classes(p, messages)]
    cuts = {cut for rates in found for cut in rates}
    return [tuple(rates[min((own for own in rates if own >= cut), default=max(rates))] for rates in found)
            for cut in cuts]


@cache
def all_totals() -> set[tuple[int, int, int, int, int]]:
    """Return p with the counts of whole protocols, each combination that occurs once."""
    found: set[tuple[int, int, int, int, int]] = set()
    for p, tables in small_protocols():
        sums = {(0, 0, 0, 0)}
        for table in tables:
            sums = {(a + e, b + f, c + g, d + h) for a, b, c, d in sums for e, f, g, h in table}
        found |= {(p, *total) for total in sums}
    return found


@check("FX15-5.2eq", against="optimum", grade="exact",
       quantifier="p = 2: all partitions of the lines and all of Bob's tables; p = 3: all partitions into at most 3 "
                  "classes and the finest, p = 5, 7: protocols with 2..8 messages from local search, each with all "
                  "of Bob's best answers to some weight; each combination of counts once",
       says="1 - 1/p - 2 error is at most the advantage of the answer 1 on incident pairs, and equal to it if no "
            "incident pair is answered 0",
       reason="Beyond p = 2 Bob's tables are those that are best for some weight of the incident pairs.")
@judged("<=")
def error_forces_advantage(needed=advantage_needed):
    for p, said, said_in_all, missed, false in sorted(all_totals()):
        error = (Fraction(missed + false, p**4) + Fraction(missed, p**3)) / 2
        advantage = Fraction(said, p**3) - Fraction(said_in_all, p**4)
        yield (p, said, said_in_all, missed, false), needed(p, error), advantage
        if not missed:
            yield (p, said, said_in_all, missed, false), advantage, needed(p, error)

def refutes_error_forces_advantage(needed, p, said, said_in_all, missed, false):
    consistent = said + missed == p**3 and said_in_all - said == false  # counts of a protocol: every pair once
    error = Fraction(missed + false + p * missed, 2 * p**4)
    more = Fraction(p * said - said_in_all, p**4) - needed(p, error)
    return consistent and (more < 0 or missed == 0 and more > 0)


@formula("at least", where=("p >= 110",), corners={"p": (109, 110, 111, 2000)})
def least_gamma(p: int) -> Value:
    """Return the least value of gamma."""
    return 2 / 121


@formula("at least", where=("p >= 110",), corners={"p": (80, 211, 2000)}, tex={"log2(p)": r"\log p"})
def refuted_bits(p: int) -> Value:
    """Return a number of bits that the proof refutes."""
    return log2(p) - 7


claim("FX15-5.3.gamma", kind="inequality", step_of="FX15-5.3", formulas=(least_gamma, refuted_bits),
      title="The parameters: gamma is at least 2/121 from p = 110 on, and log(1/gamma) at most 6")


@check("FX15-5.3.gamma", grade="certified", quantifier="p = 110, where gamma is 2/121, 111, 2000; bits: p = 211, 2000",
       says="{2/121, and log p - 7,} are at most {gamma, and log(p gamma/2)}")
@judged("<=")
def parameters_are_no_less(least=(least_gamma, refuted_bits)):
    for which, bound in enumerate(least):
        for (p,) in bound.instances():
            gamma = proof_gamma(p)
            yield (which, p), bound(p), log_bracket(p * gamma / 2) / log_bracket(2) if which else gamma

def refutes_parameters_are_no_less(least, which, p):
    gamma = 2 * (1 / 10 - 1 / p) ** 2
    return float(as_bracket(least[which](p)).lower) > (log(p * gamma / 2, 2) if which else gamma) + 1e-12


claim("FX15-5.3.good", kind="definition", uses=("FX15-5.1", "FX15-5.3.mu"),
      title="Good messages, and why at most half the lines have bad ones",
      note="A message's lines are uniform, so that it is good if it has at least p/gamma of them. The budget 2^c = p "
           "gamma / 2 is at least 1 for p >= 128 or so; primes with a budget below one message are left out.")


@check("FX15-5.3.good", grade="exact",
       quantifier="all primes from 127 to 10^4: the largest share over all ways to divide the p^2 lines among "
                  "floor(p gamma / 2) messages",
       says="{the largest share of lines with bad messages} is less than {1/2}")
@sabotage("2^(c+2) messages: all of them can be bad", lambda p: int(2 * p * proof_gamma(p)))
def bad_messages_have_less_than_half(budget=proof_messages) -> Verdict:
    return judge("<", ((p, largest_bad_share(p * p, budget(p), good_size(p)), HALF)
                       for p in primes(127, 10**4) if proof_messages(p) >= 1))

def refutes_bad_messages_have_less_than_half(budget, witness):
    """Divide the lines into bad messages only, as long as the budget lasts."""
    p, left = witness, witness**2
    sizes: list[int] = []
    while left and len(sizes) < budget(p):
        size = left  # the largest number of lines with size * gamma < p
        while size * 2 * (p - 10) ** 2 >= 100 * p**3:
            size = (100 * p**3 - 1) // (2 * (p - 10) ** 2)
        sizes.append(size)
        left -= size
    bad = p * p if left == 0 else sum(sizes[:-1])
    return 2 * bad >= p * p


def divisions(lines: int, messages: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide lines among at most so many messages, larger ones first."""
    def extend(left: int, most: int, places: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        elif places:
            for first in range(min(left, most), 0, -1):
                yield from ((first, *rest) for rest in extend(left - first, first, places - 1))

    return extend(lines, lines, messages)


@check("FX15-5.3.good", grade="exhaustive",
       quantifier="all ways to divide n = 1, ..., 16 lines among at most k = 1, ..., 5 messages, good from 1, ..., 9 "
                  "lines on",
       says="{the largest bad share by the formula} equals {the largest over all divisions}")
@sabotage("all messages as large as bad ones can be, even where some must be good",
          lambda lines, messages, good: min(Fraction(1), Fraction(messages * (good - 1), lines)))
def formula_for_the_largest_bad_share(share=largest_bad_share) -> Verdict:
    return judge("==", (((n, k, good), share(n, k, good), max(
        Fraction(sum(size for size in sizes if size < good), n) for sizes in divisions(n, k)))
        for n in range(1, 17) for k in range(1, 6) for good in range(1, 10)))

def refutes_formula_for_the_largest_bad_share(share, n, k, good):
    reach = {0: {0}}  # after some messages: lines used -> possible numbers of bad lines
    for _ in range(k):
        step: dict[int, set[int]] = {used: set(bad) for used, bad in reach.items()}
        for used, bad in reach.items():
            for size in range(1, n - used + 1):
                step.setdefault(used + size, set()).update(b + size * (size < good) for b in bad)
        reach = step
    return share(n, k, good) != Fraction(max(reach[n]), n)
