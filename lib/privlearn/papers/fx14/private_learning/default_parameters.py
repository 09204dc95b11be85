"""FX14, Section 2.1 and Appendix A: SCDP with other default parameters than in the journal version."""

from fractions import Fraction

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.exact import exp_bracket
from privlearn.learners.generic import one_point_success
from privlearn.papers.fx14.private_learning import claim
from privlearn.papers.fx15.private_learning.sample_complexity import (group_privacy_success, least_by_formula,
                                                                      least_by_program)

DEFAULTS = {"FX15": Fraction(1), "FX14": Fraction(1, 4)}  # epsilon of the unsubscripted SCDP


claim("FX14-2.1.dp", kind="definition", uses=("BBKN14-2.1",), title="Differential privacy", same_as=("FX15-2.2.dp",))


claim("FX14-2.1.scdp", kind="definition", uses=("FX14-13", "FX14-2.1.dp"),
      title="SCDP without subscripts means alpha = 1/4", same_as=("FX15-2.2.scdp",),
      difference="SCDP without subscripts means (alpha, epsilon, delta) = (1/4, 1/4, 1/4) here and (1, 1/4, 1/4) in "
                 "the full version: two numbers on the same class. The bounds of both papers are in O-notation, in "
                 "which a constant alpha does not matter.")


@check("FX14-2.1.scdp", grade="certified",
       quantifier="the two functions on one point at epsilon = delta = 1/4: all mechanisms",
       says="the least rows are 2 with the full version's alpha and 6 with the conference version's")
@sabotage("alpha = 1 in both versions", {**DEFAULTS, "FX14": Fraction(1)})
@sabotage("alpha = 1/2 in the conference version", {**DEFAULTS, "FX14": Fraction(1, 2)})
def the_defaults_give_different_numbers(defaults: dict[str, Fraction] = DEFAULTS) -> Verdict:
    return judge("==", ((version, least_by_program(defaults[version]), least)
                        for version, least in (("FX15", 2), ("FX14", 6))))

def refutes_the_defaults_give_different_numbers(defaults, version):
    """With two or six examples, less two, this alpha is enough as well: 2 r^(n/2) against 4."""
    n = {"FX15": 2, "FX14": 6}[version] - 2
    return 2 * exp_bracket(defaults[version], 60).lower ** (n // 2) >= 4


@check("FX14-2.1.scdp", grade="certified",
       quantifier="the two functions on one point at alpha = epsilon = delta = 1/4: all mechanisms",
       says="{the least rows by the closed form} equal {the least rows by the program}")
@sabotage("group privacy alone: e^(alpha n) / (1 + e^(alpha n))", group_privacy_success)
def default_sample_complexity_of_the_one_point_class(success=one_point_success) -> Verdict:
    epsilon = DEFAULTS["FX14"]
    return judge("==", [(epsilon, least_by_formula(epsilon, success), least_by_program(epsilon))])

def refutes_default_sample_complexity_of_the_one_point_class(success, witness):
    """At the number found no mechanism succeeds: one factor r for each row beyond the middle."""
    n, r = least_by_formula(witness, success), exp_bracket(witness, 60).upper
    best = 1 - Fraction(1, 2) / r ** (n // 2) if n % 2 == 0 else 1 - 1 / ((1 + r) * r ** (n // 2))
    return bool(best < Fraction(3, 4))


claim("FX14-13", kind="definition", uses=("BBKN14-2.2",),
      section="Appendix A", title="Definition 13: PAC learning", same_as=("FX15-2.1",),
      difference="Stands in the appendix of the conference version.")


claim("FX14-14", kind="definition", uses=("FX14-13",), section="Appendix A", title="Definition 14: agnostic learning",
      same_as=("FX15-2.2", "FX15-2.2.proper"), difference="Stands in the appendix of the conference version.")
