"""BBKN14, Section 4.2: Lemma 4.4, less privacy loss by replacing rows by stars."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.exact import is_enclosure, solve
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.laws import Law, choice
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.points import improper_point_learner
from privlearn.mechanisms import (audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered,
                                  starred)
from privlearn.mechanisms.audit import PureAudit
from privlearn.mechanisms.neighbours import add_remove_one
from privlearn.mechanisms.promise import Promise, PromisedMechanism
from privlearn.mechanisms.starring import sharp_star_keep_probability, star_keep_probability, starring_program
from privlearn.mechanisms.subsampling import amplified_exp_epsilon, subsampled
from privlearn.papers.bbkn14.constant_sample_learner import claim

FOUR = Fraction(4)  # the ratio that all three mechanisms are promised
RATIOS = (Fraction(3, 2), Fraction(5, 4), Fraction(2))


def response(database) -> Law:
    """Randomised response on the first row, truth with probability 4/5; a star is answered like a 0."""
    bit = database[0] or 0
    return choice({bit: Fraction(4, 5), 1 - bit: Fraction(1, 5)})


def exponential(database) -> Law:
    """The exponential mechanism for the points 0 and 1 that does not count stars."""
    return exponential_learner(point_functions(2), FOUR)(tuple(row for row in database if row is not None))


MECHANISMS: dict[str, tuple[Callable, tuple[Any, ...], int]] = {
    "response": (response, (None, 0, 1), 1),
    "exponential": (exponential, (None, *labelled_rows(2)), 3),
    "A2": (partial(improper_point_learner, size=2, alpha=QUARTER), (None, *labelled_rows(2)), 4),
}


@cache
def audit_of_starred(name: str, rows: int, keep: Fraction) -> PureAudit:
    """Return the exact audit of the starred mechanism over all databases with stars, up to the order of rows."""
    mechanism, alphabet, _ = MECHANISMS[name]
    return audit_pure(starred(mechanism, keep), multiset_databases(alphabet, rows), replace_one_unordered)


def sizes() -> Iterator[tuple[str, int]]:
    """Yield every mechanism with every number of rows."""
    for name, (_, _, most) in MECHANISMS.items():
        yield from ((name, rows) for rows in range(1, most + 1))


claim("BBKN14-4.4", kind="lemma",
      title="Keeping each row with probability f and starring the others makes an epsilon*-private "
            "algorithm epsilon-private", uses=("BBKN14-2.1", "BBKN14-4.4.eq-ratio"), formulas=(star_keep_probability,),
      note="The printed f is enough, not the largest keep probability: as the two databases are neighbours of each "
           "other, (e^epsilon - 1)/(e^epsilon* - 1) is enough as well, the known amplification by subsampling, and "
           "no more is for all algorithms together.")


@check("BBKN14-4.4", grade="exhaustive",
       quantifier="e^epsilon* = 4, e^epsilon = 3/2, 5/4, 2; randomised response on {star, 0, 1}, the exponential "
                  "mechanism (T = 2, m <= 3), A2 (T = 2, m <= 4, alpha = 1/4): all databases, replacements, outcomes",
       says="{the starred mechanism's largest ratio} is at most {e^epsilon}")
@sabotage("keep 6/5 of (r - 1)/(r* - 1)", lambda r, s: Fraction(6, 5) * sharp_star_keep_probability(r, s))
@judged("<=")
def starred_mechanisms_are_private(keep=lambda r, s: star_keep_probability(r, s)):
    for r, (name, rows) in product(RATIOS, sizes()):
        audit = audit_of_starred(name, rows, keep(r, FOUR))
        yield (name, r, *audit.witness), audit.exp_epsilon, r, audit.pairs

def refutes_starred_mechanisms_are_private(keep, witness):
    name, r, *pair_and_outcome = witness
    mechanism, q = MECHANISMS[name][0], keep(r, FOUR)

    def by_patterns(database) -> Law:
        table: dict[Any, Fraction] = {}
        for picks in product((0, 1), repeat=len(database)):
            chance = q ** sum(picks) * (1 - q) ** (len(picks) - sum(picks))
            rows = tuple(row if pick else None for row, pick in zip(database, picks, strict=True))
            for outcome, mass in mechanism(rows).exact().items():
                table[outcome] = table.get(outcome, Fraction(0)) + chance * mass
        return choice(table)

    return refutes_pure(tuple(pair_and_outcome), by_patterns, r)


@cache
def best_of_all(keep: Fraction, ratio: Fraction) -> Enclosure:
    """Return the certified optimum over all mechanisms of the given ratio; minus its value is the worst ratio."""
    return solve(starring_program(keep, ratio))


@formula("at most", tex={"s": r"e^{\eps^*}", "1 / s": r"e^{-\eps^*}"},
         corners={"s": (Fraction(3, 2), Fraction(5), Fraction(100)), "q": (1, Fraction(1, 2), Fraction(1, 10), 0)})
def printed_chain(s: Value, q: Value) -> Value:
    """Return a bound on the ratio of a mechanism of ratio s behind stars."""
    return (1 + q * (s - 1)) / (1 - q * (1 - 1 / s))


@check("BBKN14-4.4", grade="certified",
       quantifier="q in {1/10, 4/33, 1/6, 1/2, 9/10}, e^epsilon* in {9/4, 4, 10}: the largest ratio over ALL "
                  "mechanisms, a linear program in three probabilities of an outcome, solved exactly",
       says="the worst ratio is exactly 1 + q (e^epsilon* - 1), certified from both sides")
@sabotage("the last line of the printed chain", printed_chain)
@sabotage("the share of a row that is left out", lambda ratio, keep: amplified_exp_epsilon(ratio, 1 - keep))
def largest_ratio_over_all_mechanisms(ratio=amplified_exp_epsilon) -> Verdict:
    cases = list(product((Fraction(1, 10), Fraction(4, 33), Fraction(1, 6), Fraction(1, 2), Fraction(9, 10)),
                         (Fraction(9, 4), FOUR, Fraction(10))))
    certified = judge("==", ((case, is_enclosure(best_of_all(*case), starring_program(*case)), True) for case in cases))
    return all_hold(certified, judge("==", (((q, s), -best_of_all(q, s).value, ratio(s, q)) for q, s in cases)))

def refutes_largest_ratio_over_all_mechanisms(ratio, witness):
    q, s = witness  # the extreme rays of {a, b, c mutually within the factor s} have entries 1 and s
    return ratio(s, q) != max((q * a + (1 - q) * c) / (q * b + (1 - q) * c) for a, b, c in product((1, s), repeat=3))


def any_one(truth: Fraction) -> PromisedMechanism:
    """Return randomised response on "some row is 1", private under adding or removing a row."""
    return PromisedMechanism(lambda rows: choice({bit: truth if bit == any(rows) else 1 - truth for bit in (0, 1)}),
                             Promise(truth / (1 - truth), add_remove_one))


UP_TO_TWO = [rows for n in range(3) for rows in product((0, 1), repeat=n)]


@check("BBKN14-4.4", grade="exhaustive",
       quantifier="randomised response on \"some row is 1\" with truth 4/5 and 8/9, rows kept with probability 0, 1/3, "
                  "1/2, 1; all databases of at most 2 bits, rows added and removed: rows are left out, not starred",
       says="{the largest ratio on a random part of the rows} equals {the ratio promised of it}")
@sabotage("rows are kept twice as often as promised",
          lambda base, q: replace(subsampled(base, q), law=subsampled(base, min(2 * q, Fraction(1))).law))
@sabotage("every row is kept", lambda base, q: replace(base, promise=subsampled(base, q).promise))
@judged("==")
def random_part_of_the_rows_keeps_its_promise(sampled=subsampled):
    for truth, q in product((Fraction(4, 5), Fraction(8, 9)), map(Fraction, ("0", "1/3", "1/2", "1"))):
        made = sampled(any_one(truth), q)
        found = audit_pure(made, UP_TO_TWO, add_remove_one)
        yield (truth, q, *found.witness), found.exp_epsilon, made.promise.exp_epsilon

def refutes_random_part_of_the_rows_keeps_its_promise(sampled, truth, q, left, right, outcome):
    made = sampled(any_one(truth), q)
    said = [sum(q ** sum(picks) * (1 - q) ** (len(picks) - sum(picks)) * (
        truth if any(row and pick for row, pick in zip(rows, picks, strict=True)) == outcome else 1 - truth)
                for picks in product((0, 1), repeat=len(rows))) for rows in (left, right)]
    return made.promise.exp_epsilon != said[0] / said[1] or made.law(left).exact()[outcome] != said[0]


@check("BBKN14-4.4", grade="exhaustive",
       quantifier="randomised response on {star, 0, 1} with a star answered like a 0, e^epsilon* = 4, e^epsilon in "
                  "{3/2, 5/4, 2, 4}: with the sharp keep probability the ratio e^epsilon is attained",
       says="{the starred mechanism's largest ratio} equals {e^epsilon}")
@sabotage("the printed f: the ratio is 15/11 instead of 3/2", star_keep_probability)
@judged("==")
def sharp_keep_probability_attains_the_ratio(keep=sharp_star_keep_probability):
    for r in (*RATIOS, FOUR):
        audit = audit_of_starred("response", 1, keep(r, FOUR))
        yield (r, *audit.witness), audit.exp_epsilon, r, audit.pairs

def refutes_sharp_keep_probability_attains_the_ratio(keep, witness):
    r = witness[0]
    q = keep(r, FOUR)
    return q * Fraction(4, 5) + (1 - q) * Fraction(1, 5) != r * Fraction(1, 5)


@check("BBKN14-4.4", grade="certified",
       quantifier="the instances of the formula and e^epsilon = 1 + i/4, e^epsilon* = 1 + j/4, 1 <= i <= j <= 8: the "
                  "linear program over all mechanisms of ratio e^epsilon*",
       says="{the largest ratio of any starred mechanism} is at most {e^epsilon}")
@verifier(lambda keep, r, s: keep(r, s) * (s - 1) > r - 1)
@judged("<=")
def no_starred_mechanism_has_a_larger_ratio(keep=star_keep_probability):
    grid = ((1 + Fraction(i, 4), 1 + Fraction(j, 4)) for j in range(1, 9) for i in range(1, j + 1))
    for r, s in (*keep.instances(), *grid):
        q = keep(r, s)
        yield (r, s), -best_of_all(q, s).value if 0 < q < 1 else s if q >= 1 else 1, r


claim("BBKN14-4.4.eq-ratio", kind="inequality", step_of="BBKN14-4.4",
      title="The chain of ratios in the proof, and its last equality", uses=("BBKN14-2.1",), formulas=(printed_chain,))


def around_the_star(ratio: Fraction) -> Callable[[Any], Law]:
    """Return a mechanism on one row: each bit is within the ratio of the star, the two bits only within its square."""
    chance = {1: Fraction(1, 2), None: 1 / (2 * ratio), 0: 1 / (2 * ratio**2)}
    return lambda rows: choice({"yes": chance[rows[0]], "no": 1 - chance[rows[0]]})


@check("BBKN14-4.4.eq-ratio", grade="exact",
       quantifier="e^epsilon* = 3/2, 5, 100, q = 0, 1/10, 1/2, 1: a bit is answered \"yes\" with probability 1/2, or "
                  "e^(-2 epsilon*)/2, and a star with e^(-epsilon*)/2",
       says="{the starred mechanism's ratio} is at most {the last line of the chain}")
@judged("<=")
def chain_is_attained_by_bits_on_both_sides_of_the_star(chain=printed_chain):
    for s, q in chain.instances():
        laws = [starred(around_the_star(s), q)((bit,)).exact() for bit in (1, 0)]
        yield (Fraction(s), Fraction(q)), laws[0]["yes"] / laws[1]["yes"], chain(s, q)

def refutes_chain_is_attained_by_bits_on_both_sides_of_the_star(chain, s, q):
    return q * s**2 + (1 - q) * s > chain(s, q) * (q + (1 - q) * s)  # twice s^2 times the two chances
