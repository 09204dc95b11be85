"""FX15, Theorem 3.1, first part: Markov's inequality for the error over the coins."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.communication import PublicCoinProtocol, worst_error
from privlearn.communication.conversions import conditional_errors
from privlearn.concepts import ConceptClass
from privlearn.learning import grid_distributions
from privlearn.papers.fx15.equivalence import claim
from privlearn.papers.fx15.equivalence.instances import ERRORS, public_protocols

claim("FX15-3.1.eq-markov", kind="inequality", step_of="FX15-3.1.le",
      title="Mean error at most epsilon delta: over the coins, an error above epsilon has probability at most delta",
      uses=("FX15-2.4.protocol",),
      erratum_kind="step", repaired=True,
      erratum="Printed with a strict sign, which is right exactly where the probability on the left is positive; at "
              "delta = 0 both sides are 0.", note="Protocols with at most 4 concepts on at most 4 points.")


@cache
def coin_laws() -> list[tuple[Any, ConceptClass, PublicCoinProtocol, list[tuple[Fraction, Fraction]]]]:
    """Return the law of the error over the coins, for every protocol, concept and law in quarters, fifths or sixths."""
    found = []
    for name, (concepts, protocol) in public_protocols().items():
        if len(concepts) <= 4:
            for f, law in product(range(len(concepts)),
                                  {*grid_distributions(concepts.size, 6), *grid_distributions(concepts.size, 5),
                                   *grid_distributions(concepts.size, 4)}):
                masses: dict[Fraction, Fraction] = {}
                for weight, error in conditional_errors(protocol, concepts, f, law):
                    masses[error] = masses.get(error, Fraction(0)) + weight
                found.append(((name, f, law), concepts, protocol, [(weight, e) for e, weight in masses.items()]))
    return found


@check("FX15-3.1.eq-markov", grade="exact",
       quantifier="optimal protocols for T3, AllFunctions(2), Thr_2, Point_2, Line_2, hashes for Point_2; all "
                  "concepts and all distributions with weights that are multiples of 1/4, 1/5 or 1/6",
       says="{the mean error over coins and points} is at most {the protocol's worst error}")
def mean_error_is_at_most_the_worst(worst=worst_error) -> Verdict:
    known = {name: worst(protocol, concepts) for name, (concepts, protocol) in public_protocols().items()}
    return judge("<=", ((instance, sum(w * e for w, e in law), known[instance[0]])
                        for instance, _, _, law in coin_laws()))

def refutes_mean_error_is_at_most_the_worst(worst, name, f, law):
    concepts, protocol = public_protocols()[name]
    mean = sum(q * sum(w for w, alice, bob in protocol.branches if bob[alice[f]][x] != concepts.rows()[f][x])
               for x, q in enumerate(law))
    return mean > worst(protocol, concepts)

@mean_error_is_at_most_the_worst.corrupted("the average error over all inputs instead of the worst")
def average_error_over_all_inputs_instead(protocol: PublicCoinProtocol, concepts: ConceptClass) -> Fraction:
    uniform = (Fraction(1, concepts.size),) * concepts.size
    laws = [conditional_errors(protocol, concepts, f, uniform) for f in range(len(concepts))]
    return sum((w * e for law in laws for w, e in law), Fraction(0)) / len(concepts)


@check("FX15-3.1.eq-markov", grade="exact",
       quantifier="as above, epsilon in {1/10, 1/8, 1/4, 1/3, 2/5, 1/2}: 'at most' everywhere, strict wherever the "
                  "event has positive probability",
       says="{epsilon Pr[error > epsilon]} is at most {the mean error}, and less where it is positive")
@sabotage("the event 'at least epsilon'", lambda error, alpha: error >= alpha)
def markov_is_strict_where_the_event_is_possible(event=lambda error, alpha: error > alpha) -> Verdict:
    weak: list[Any] = []
    strict: list[Any] = []
    for instance, _, _, law in coin_laws():
        mean = sum((w * e for w, e in law), Fraction(0))
        for alpha in ERRORS:
            mass = sum((w for w, e in law if event(e, alpha)), Fraction(0))
            (strict if mass else weak).append(((*instance, alpha), mass * alpha, mean))
    return all_hold(judge("<=", weak), judge("<", strict))

def refutes_markov_is_strict_where_the_event_is_possible(event, name, f, law, alpha):
    concepts, protocol = public_protocols()[name]
    row, mass, mean = concepts.rows()[f], Fraction(0), Fraction(0)
    for w, alice, bob in protocol.branches:
        error = sum(q for q, a, b in zip(law, bob[alice[f]], row, strict=True) if a != b)
        mass, mean = mass + w * event(error, alpha), mean + w * error
    return mass > 0 and mass * alpha >= mean
