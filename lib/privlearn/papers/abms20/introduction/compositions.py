"""ABMS20, Section 1: learning compositions privately, and the equivalence of private and online learning."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate, initial_segments, named_rule
from privlearn.laws import Law, pure
from privlearn.learners.closure import closure_learn_law
from privlearn.learners.closure.learner import SubsampleLearner
from privlearn.learners.generic import best_private_learner
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.mechanisms.optima import optimal_failure
from privlearn.papers.abms20.introduction import claim

Target = tuple[int, ...]
EXP_EPSILON = 256
AND = named_rule("and", 2)
STARTS = initial_segments(3)
ENDS = ConceptClass.from_matrix([[1 - v for v in row] for row in STARTS.rows()])

claim("ABMS20-1.Q2", kind="remark", status="checked",
      reason="a question, answered by a theorem of this part; here the learner is run on the intervals of three points",
      title="Question 1.2: does a private learner of H give one of G(H, ..., H)?  (Yes: Theorem 7.1)",
      uses=("ABMS20-2.def-G", "ABMS20-7.alg5", "ABMS20-7.1", "ABMS20-7.2"),
      note="Executed on intervals of 3 points, AND of an initial and a final segment, e^epsilon = 256; all databases "
           "are the same six rows, and a learner gets six draws, not a ninth of the rows.  The theorem, its "
           "constants and larger runs are on the page of the closure learner.")


def generic_learner(concepts: ConceptClass) -> SubsampleLearner:
    """Return the exponential mechanism over a class, its outcomes as functions."""
    mechanism, rows = exponential_learner(concepts, EXP_EPSILON), concepts.rows()
    return lambda data: mechanism(data).map(lambda k: rows[k])


def twice(target: Target) -> tuple[tuple[int, int], ...]:
    return tuple((x, label) for x, label in enumerate(target) for _ in range(2))


def learned_by_relabelling(target: Target) -> Law:
    """Return the law of (h_1, h_2) that the closure learner finds."""
    return closure_learn_law(AND, (STARTS, ENDS), (generic_learner(STARTS), generic_learner(ENDS)),
                             ((twice(target), twice(target)),) * 2, EXP_EPSILON, share=1)


known_laws = cache(learned_by_relabelling)


def wrong(law: Law, target: Target) -> Fraction:
    """Return the probability that the composition errs anywhere."""
    return sum((p for (f, g), p in law.exact().items()
                if tuple(u & v for u, v in zip(f, g, strict=True)) != target), Fraction(0))


@check("ABMS20-1.Q2", grade="exact",
       quantifier="all 7 intervals of 3 points, every point twice in each step: the exact law of (h_1, h_2); the "
                  "composition is wrong anywhere with probability at most 1/4",
       says="{the chance that h_1 AND h_2 errs anywhere} is at most {the allowed 1/4}",
       reason="The sample is fixed, and its law exact; random samples and larger runs are with the theorem.")
@sabotage("both parts are learned from the labels of the composition",
          lambda target: generic_learner(STARTS)(twice(target)).then(
          lambda f: generic_learner(ENDS)(twice(target)).map(lambda g: (f, g))))
def intervals_are_learned_from_their_own_labels(learned=known_laws) -> Verdict:
    return judge("<=", ((target, wrong(learned(target), target), Fraction(1, 4))
                        for target in aggregate(AND, STARTS, ENDS).rows()))

def refutes_intervals_are_learned_from_their_own_labels(learned, target):
    right = Fraction(0)
    for (cut, start), p in learned(target).exact().items():
        right += p if all(min(cut[x], start[x]) == target[x] for x in range(3)) else 0
    return 1 - right > Fraction(1, 4)


@check("ABMS20-1.Q2", grade="exact", quantifier="all 7 intervals of 3 points, as above: all outcomes of the law",
       says="h_1 AND h_2 is a function of the composed class with probability 1")
def proper_learners_give_a_composition_of_concepts(learned=known_laws) -> Verdict:
    composed = set(aggregate(AND, STARTS, ENDS).rows())
    return judge("==", ((target, sum((p for (f, g), p in learned(target).exact().items()
                                      if tuple(u & v for u, v in zip(f, g, strict=True)) in composed), Fraction(0)), 1)
                        for target in sorted(composed)))

def refutes_proper_learners_give_a_composition_of_concepts(learned, target):
    for (f, g), p in learned(target).exact().items():
        ones = [x for x in range(3) if f[x] + g[x] == 2]
        if p and ones and ones != list(range(ones[0], ones[-1] + 1)):
            return True
    return False

@proper_learners_give_a_composition_of_concepts.sabotage("the second learner remembers its rows")
def second_learner_remembers_rows():
    def remember(data) -> Law:
        return pure(tuple(int((x, 1) in data) for x in range(3)))

    return lambda target: closure_learn_law(AND, (STARTS, ENDS), (generic_learner(STARTS), remember),
                                            ((twice(target), twice(target)),) * 2, EXP_EPSILON, share=1)


claim("ABMS20-1.equivalence", kind="remark", status="quoted",
      reason="theorems of Alon, Livni, Malliaris and Moran, of Bun, Livni and Moran, and of Bun, Nissim, Stemmer and "
             "Vadhan; optima for up to four thresholds are only a shadow of them",
      title="A class is privately learnable exactly if its Littlestone dimension d is finite; between log* d and "
            "2^O(d) rows (cited)", uses=("FX15-2.5.ldim", "FX15-4.1app.thr", "ABMS20-3.10"),
      note="Results of other papers, about infinite classes and asymptotic in d: neither direction, nor log*, nor "
           "the exponential upper bound, is checked here, nor can be on finite classes.  Checked is that the least "
           "number of rows of any pure private learner does not decrease for thresholds on 1 to 4 points, and that "
           "on 2 to 4 points it exceeds the number without privacy.")

ALPHA = Fraction(1, 4)
Setting = tuple[int, Fraction, int]  # e^epsilon, failure allowed, most points
SETTINGS: tuple[Setting, ...] = ((4, Fraction(7, 20), 3), (16, Fraction(39, 100), 4))
FREE = 10**12  # a ratio under which privacy hardly restrains anybody


@cache
def least_failure(points: int, rows: int, ratio: int):
    """Return the verified enclosure of the best private learner's failure on thresholds."""
    uniform_ones = [tuple(Fraction(int(x in chosen), size) for x in range(points))
                    for size in range(1, points + 1) for chosen in combinations(range(points), size)]
    best = best_private_learner(initial_segments(points), rows, ratio, ALPHA, uniform_ones)
    if not best.is_certified():
        raise ArithmeticError("the enclosure does not prove its bounds")
    return best.failure


def least_rows(points: int, ratio: int, allowed: Fraction, most: int = 4) -> int:
    """Return the least number of rows with at most that failure; ``most`` if none below it is enough."""
    for rows in range(most):
        found = least_failure(points, rows, ratio)
        if found.upper <= allowed:
            return rows
        if found.lower <= allowed:
            raise ArithmeticError(f"failure {found} does not decide about {allowed}")
    return most


def rows_needed(points: int, setting: Setting) -> int:
    """Return the least number of rows of a private learner of thresholds, at least 3 written as 3 on four points."""
    ratio, allowed, _ = setting
    return least_rows(points, ratio, allowed, most=3 if points == 4 else 5)


@check("ABMS20-1.equivalence", grade="certified",
       quantifier="thresholds on 1 to 3 points (e^epsilon = 4, failure 7/20, up to 4 rows) and 1 to 4 points (16, "
                  "39/100; on 4 points only that 2 rows are not enough); error 1/4; uniform distributions on all "
                  "sets of points; linear programs over all mechanisms, enclosures verified",
       says="{the rows needed privately on n points} are at most {the rows needed privately on n + 1 points}",
       reason="Pure privacy, delta = 0.")
@sabotage("on three points only two functions are learned", lambda n, setting: rows_needed(1 if n == 3 else n, setting))
def more_thresholds_never_need_fewer_rows(needed=rows_needed) -> Verdict:
    return judge("<=", (((setting, n), needed(n, setting), needed(n + 1, setting))
                        for setting in SETTINGS for n in range(1, setting[2])))

def refutes_more_thresholds_never_need_fewer_rows(needed, witness):
    (ratio, allowed, most), n = witness
    more, fewer = needed(n, (ratio, allowed, most)), needed(n + 1, (ratio, allowed, most))
    if more <= fewer:
        return False
    wrong_least = failure_by_hand(n, more - 1, ratio).upper <= allowed
    return bool(wrong_least or failure_by_hand(n + 1, fewer, ratio).lower > allowed)


def failure_by_hand(points: int, rows: int, ratio: int):
    """Return the failure of the best mechanism over ordered databases, program and losses written out."""
    places, outputs = list(product(range(points), (0, 1))), list(product((0, 1), repeat=points))
    databases = list(product(places, repeat=rows))
    pairs = [(a, b) for a in databases for b in databases if sum(u != v for u, v in zip(a, b, strict=True)) == 1]
    tasks = []
    for cut in range(points + 1):
        for size in range(1, points + 1):
            for chosen in combinations(range(points), size):
                losses = {}
                for seen in product(chosen, repeat=rows):
                    for h in outputs:
                        if 4 * sum(h[x] != (x < cut) for x in chosen) > size:
                            losses[tuple((x, int(x < cut)) for x in seen), h] = Fraction(1, size**rows)
                tasks.append(losses)
    return optimal_failure(databases, outputs, pairs, ratio, tasks)


@check("ABMS20-1.equivalence", grade="certified",
       quantifier="2 and 3 points with e^epsilon = 4, 4 points with 16, against the ratio 10^12",
       says="{the rows needed at the ratio 10^12} are fewer than {the rows needed at the smaller e^epsilon}",
       reason="The ratio 10^12 stands for no privacy: without any, at most as many rows are needed.")
@verifier(lambda ratio, n, given, allowed: bool(
    failure_by_hand(n, least_rows(n, FREE, allowed), ratio(given)).upper <= allowed))
@sabotage("the ratio of the private learner is 10^12 too", lambda given: FREE)
@judged("<")
def privacy_needs_more_rows(ratio=lambda given: given):
    for n, (given, allowed, _) in ((2, SETTINGS[0]), (3, SETTINGS[0]), (4, SETTINGS[1])):
        yield (n, given, allowed), least_rows(n, FREE, allowed), least_rows(n, ratio(given), allowed, 3)
