"""ABMS20, Section 2.1.1: the plan of the proof of Theorem 2.1, stage by stage with explicit constants."""

from itertools import product
from math import comb, log

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.dimensions.composition import closure_bound
from privlearn.online.boosting import majority_stages
from privlearn.papers.abms20.formulas import claim
from privlearn.papers.by_definition import littlestone_by_definition

claim("ABMS20-2.1.1.plan", kind="remark", status="checked",
      reason="a plan of the proof, carried out on this page and the one before; the bounds of its stages are compared "
             "for two and three classes",
      section="2.1.1 Technical overview",
      title="Majorities first, then every rule as a formula of majorities: the bound of each stage",
      uses=("ABMS20-4.2.2.eq4", "ABMS20-4.2.2.dnf", "ABMS20-4.2.2.formula", "ABMS20-4.3"),
      note="Whether the exponential dependence on k is necessary is left open in the text; it is not: halving over "
           "k-tuples of experts gives a bound of about k d log k, the dashed line in the figure of the page.")


def balls(points: int, dimension: int) -> ConceptClass:
    """Return all functions with at most d ones: Littlestone dimension d."""
    return ConceptClass.from_matrix([row for row in product((0, 1), repeat=points) if sum(row) <= dimension])


CASES = ((2, 1, 7), (2, 2, 6), (3, 1, 7))  # arguments, dimension, points


@check("ABMS20-2.1.1.plan", grade="exact",
       quantifier="exclusive or of k = 2 (d = 1, 2) and k = 3 (d = 1) classes of functions with at most d ones on 6 "
                  "or 7 points: the exact dimension against the bound after the last stage",
       says="{the Littlestone dimension of the XOR} is at most {the bound after the last stage}",
       reason="The classes are explicit, not universal; the bound of the stages is far above the dimension, so this "
              "is no test of its constants.")
@sabotage("the bound is that of the parts", lambda k, m, d: (d,))
@judged("<=")
def stages_dominate_the_dimension(made=majority_stages):
    for k, d, points in CASES:
        part = balls(points, d)
        whole = aggregate(named_rule("xor", k), *[part] * k)
        yield (k, d, points), littlestone_by_definition(whole), made(k, 2 ** (k - 1), d)[-1]

def refutes_stages_dominate_the_dimension(made, witness):
    k, d, points = witness  # functions with at most k d ones: as many mistakes can be forced as there are ones allowed
    return made(k, 2 ** (k - 1), d)[-1] < min(k * d, points)


@check("ABMS20-2.1.1.plan", grade="exact",
       quantifier="exclusive or, k = 2, 3 and d = 1, 2: the stages against counting, the largest n with 2^n <= C(n, "
                  "<=d)^k, which does without the detour",
       says="{the closure bound, or the bound of a stage} is at most {the bound of the next stage}")
@sabotage("the inner stage is skipped", lambda k, m, d: (majority_stages(k, m, d)[0], 0, *majority_stages(k, m, d)[2:]))
@sabotage("the outer stage is skipped", lambda k, m, d: (*majority_stages(k, m, d)[:3], majority_stages(k, m, d)[1]))
def stages_dominate_the_direct_bound(made=majority_stages) -> Verdict:
    return judge("<=", (((k, d, stage), low, high) for k, d in product((2, 3), (1, 2))
                        for found in [(closure_bound(*[d] * k), *made(k, 2 ** (k - 1), d)[1:])]
                        for stage, (low, high) in enumerate(zip(found, found[1:], strict=False))))

def refutes_stages_dominate_the_direct_bound(made, witness):
    """A number that its majority stage should allow, or that of the literals and gates, is above the stage."""
    def most(voters: int, n: int, e: int) -> bool:
        return n <= 2 * voters**2 * log(sum(comb(n, j) for j in range(e + 1)))

    k, d, stage = witness
    literals, inner, gates, outer = made(k, 2 ** (k - 1), d)
    n = max(n for n in range(1, 99) if 2**n <= sum(comb(n, j) for j in range(d + 1)) ** k)
    return (n > inner and most(2 * k - 1, n, literals), inner > gates,
            gates > outer and most(2**k - 1, gates, gates))[stage]
