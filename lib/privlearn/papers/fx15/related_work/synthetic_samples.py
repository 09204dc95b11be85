"""FX15, Section 1.2: sanitizing is at least as hard as proper private agnostic learning."""

from fractions import Fraction

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.papers.fx15.related_work import claim
from privlearn.papers.fx15.related_work.instances import reductions

claim("FX15-1.2.sanitize", kind="remark", status="quoted",
      reason="the numbers of rows are from other papers, the upper one by Blum, Ligett and Roth; only the step from "
             "sanitizers to proper learners is shown",
      uses=("BBKN14-1.1.2.blr-size", "FX15-1.proper", "FX15-2.2",
            "FX15-2.2.proper"),
      title="Sanitizing is at least as hard as proper private agnostic learning",
      note="Checked: the reduction, with its constant. The sizes, O(VC log |X|) rows enough and Omega(b) necessary for "
           "thresholds, are cited; what the first costs for points is a claim of its own.")


@check("FX15-1.2.sanitize", grade="exhaustive",
       quantifier="thresholds on 4 points: all 120 samples of 3 labelled points, all 164 synthetic ones of 1 to 3, "
                  "all thresholds that are best there; accuracy for the error queries, excess error at most twice it",
       says="{the excess error on the true sample} is at most {twice the accuracy for the error queries}")
@sabotage("the accuracy itself in place of twice it", Fraction(1))
@sabotage("199/100 of it: the two is exact", Fraction(199, 100))
def best_on_the_synthetic_sample_is_good_on_the_true_one(factor: Fraction = Fraction(2)) -> Verdict:
    return judge("<=", ((at, excess, factor * accuracy) for at, excess, accuracy in reductions()))

def refutes_best_on_the_synthetic_sample_is_good_on_the_true_one(factor, sample, synthetic, f):
    """Thresholds as ``x >= t``, errors counted anew."""
    wrong = [[sum((x >= t) != y for x, y in rows) / Fraction(len(rows)) for t in range(4)]
             for rows in (sample, synthetic)]
    far = max(abs(a - b) for a, b in zip(*wrong, strict=True))
    return wrong[1][f] == min(wrong[1]) and wrong[0][f] - min(wrong[0]) > factor * far
