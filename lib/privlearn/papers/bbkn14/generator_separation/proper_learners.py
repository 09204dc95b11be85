"""BBKN14, Section 6: generators, and why a proper learner of the class of their outputs is a distinguisher."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, points
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import TENTH
from privlearn.laws import choice, pure, total_variation, uniform_range
from privlearn.learners.pseudorandom import (PseudorandomGenerator, advantage, image_test, learner_distinguisher,
                                             point_hat)
from privlearn.learners.pseudorandom.generators import (acceptance, identity_generator, point_mass_failure,
                                                        seeds_tried_advantage)
from privlearn.learners.pseudorandom.image_points import Learner, consistent_subset_learner, naming_probability
from privlearn.mechanisms import labelled_rows, multiset_databases
from privlearn.papers.bbkn14.generator_separation import claim
from privlearn.papers.bbkn14.generator_separation.instances import (ROOT, ROWS, SHAPES, draws_from_all,
                                                                    draws_from_image, exact_advantage,
                                                                    listed_distinguishers, named, toy)

claim("BBKN14-6.prg", kind="definition", status="assumption",
      reason="that such generators exist is assumed in cryptography and proved by nobody; a toy generator, which is "
             "not secure, shows what the definition asks", title="Pseudorandom generator",
      note="Not checked: that any generator is pseudorandom. Formula (10) speaks of all efficient distinguishers and "
           "all d at once, and rests on assumptions of cryptography; here named distinguishers, and the best of all "
           "unbounded ones, are evaluated exactly on a toy generator, which is not secure.")


@check("BBKN14-6.prg", grade="exact",
       quantifier="(l, d) = (3,8), (4,8), (6,12), (8,16), (10,16): all seeds, all strings",
       says="{the advantage of the image test} equals {1 - |Im G|/2^d}")
@sabotage("1 - 2^{l-d}, as if no two seeds collided",
          lambda generator: 1 - Fraction(2**generator.seed_bits, generator.size))
@judged("==")
def image_test_has_one_minus_the_density_as_advantage(formula=lambda generator: 1 - generator.density):
    for ell, d in SHAPES:
        yield (ell, d), advantage(image_test(toy(ell, d)), toy(ell, d)), formula(toy(ell, d)), 2**ell + 2**d

def refutes_image_test_has_one_minus_the_density_as_advantage(formula, witness):
    outputs = toy(*witness).outputs
    hit = sum(1 for string in range(2 ** witness[1]) if string in outputs) if witness[1] < 12 else len(set(outputs))
    return formula(toy(*witness)) != 1 - Fraction(hit, 2 ** witness[1])


@check("BBKN14-6.prg", grade="exact",
       quantifier="(l, d) = (3,8), (4,8), (6,12), (8,16), (10,16): all seeds, all strings",
       says="{1 - 2^(l - d)} is at most {the advantage of the image test}")
@sabotage("the identity on d bits: advantage 0", lambda ell, d: identity_generator(d))
def stretch_is_seen_by_the_unbounded_test(make=toy) -> Verdict:
    return judge("<=", (((ell, d), 1 - Fraction(2**ell, 2**d), advantage(image_test(make(ell, d)), make(ell, d)))
                        for ell, d in SHAPES))

def refutes_stretch_is_seen_by_the_unbounded_test(make, ell, d):
    return len(set(make(ell, d).outputs)) > 2**ell  # more outputs than l bits of seed can give


def statistical_distance(generator: PseudorandomGenerator) -> Fraction:
    """Return the total variation distance of ``G(U_l)`` and ``U_d``, from their laws."""
    count = len(generator.outputs)
    left = choice({x: Fraction(times, count) for x, times in Counter(generator.outputs).items()})
    return total_variation(left, uniform_range(generator.size))


@check("BBKN14-6.prg", grade="exact",
       quantifier="nine listed distinguishers on (l, d) = (3,8), (4,8), (6,12), (8,16), (10,16): all seeds, all "
                  "strings",
       says="{the distinguisher's advantage} is at most {the statistical distance of G(U_l) and U_d}",
       reason="(10) itself, over all efficient distinguishers, cannot be executed; the bound is of all distinguishers")
@sabotage("half of the distance", lambda generator: statistical_distance(generator) / 2)
def listed_distinguishers_stay_below_the_statistical_distance(bound=statistical_distance) -> Verdict:
    return judge("<=", (((ell, d, name), advantage(test, toy(ell, d)), bound(toy(ell, d)))
                        for ell, d in SHAPES for name, test in listed_distinguishers(toy(ell, d)).items()))

def refutes_listed_distinguishers_stay_below_the_statistical_distance(bound, ell, d, name):
    test, outputs = listed_distinguishers(toy(ell, d))[name], toy(ell, d).outputs
    says = [test(string).exact() == {1: 1} for string in range(2**d)]
    left, right = Fraction(sum(says[s] for s in outputs), 2**ell), Fraction(sum(says), 2**d)
    return abs(left - right) > bound(toy(ell, d))


@check("BBKN14-6.prg", grade="exact", quantifier="(l, d) = (3,8), (4,8), (6,12); every number of seeds tried",
       says="{the advantage of trying the first k seeds} equals {its closed form}")
@sabotage("tries (2^-l - 2^-d), as if no two seeds collided",
          lambda generator, tries: tries * (Fraction(1, 2**generator.seed_bits) - Fraction(1, generator.size)))
def seeds_tried_one_by_one(formula=seeds_tried_advantage) -> Verdict:
    return judge("==", (((ell, d, k), advantage(image_test(toy(ell, d), k), toy(ell, d)), formula(toy(ell, d), k))
                        for ell, d in SHAPES[:3] for k in range(2**ell + 1)))

def refutes_seeds_tried_one_by_one(formula, ell, d, k):
    outputs = toy(ell, d).outputs
    found = set(outputs[:k])
    share = Fraction(sum(x in found for x in outputs), 2**ell)
    return formula(toy(ell, d), k) != share - Fraction(sum(s in found for s in range(2**d)), 2**d)


claim("BBKN14-6.point-hat", kind="definition", uses=("BBKN14-3.3", "BBKN14-6.prg"),
      title="POINT-hat: the point functions of a generator's outputs")

TABLES = ((3, 8), (4, 8), (6, 12), (8, 16))


@check("BBKN14-6.point-hat", grade="exact", quantifier="tables for (l, d) = (3,8), (4,8), (6,12), (8,16)",
       says="{the number of concepts} equals {the number of distinct outputs}",
       reason="the table for (10, 16), 66 million entries, is left out; its image is counted in BBKN14-6.image")
@sabotage("2^l, as printed for the inefficient learner: no collisions", lambda generator: 2**generator.seed_bits)
def class_is_as_large_as_the_image(count=lambda generator: len(set(generator.outputs))) -> Verdict:
    return judge("==", (((ell, d), len(point_hat(toy(ell, d))), count(toy(ell, d))) for ell, d in TABLES))

def refutes_class_is_as_large_as_the_image(count, witness):
    ordered = sorted(toy(*witness).outputs)
    return count(toy(*witness)) != 1 + sum(a != b for a, b in zip(ordered, ordered[1:], strict=False))


@check("BBKN14-6.point-hat", grade="exact", quantifier="every seed r of (l, d) = (3,8), (4,8), (6,12)",
       says="the concepts are exactly the point functions of the outputs")
@sabotage("point functions of the seeds instead",
          lambda generator: ConceptClass.from_matrix(points(generator.output_bits).matrix[: 2**generator.seed_bits]))
@judged("==")
def every_concept_is_the_point_function_of_an_output(make=point_hat):
    for ell, d in TABLES[:3]:
        ones = {tuple(int(x) for x in row.nonzero()[0]) for row in make(toy(ell, d)).matrix}
        yield from (((ell, d, r), (output,) in ones, True) for r, output in enumerate(toy(ell, d).outputs))
        yield (ell, d, None), ones <= {(output,) for output in toy(ell, d).outputs}, True

def refutes_every_concept_is_the_point_function_of_an_output(make, ell, d, r):
    target = tuple(int(x == toy(ell, d).outputs[r or 0]) for x in range(2**d))
    return target not in make(toy(ell, d)).rows()


BITS: dict[str, Any] = {"tex": {"l": r"\ell(d)"}, "corners": {
    "beta": (0, TENTH, Fraction(1, 2)), "l": (6, 8), "d": (12, 16)}}


@formula("at least", **BITS)
def proper_advantage(beta: Value, l: int, d: int) -> Value:  # noqa: E741
    """Return what advantage a proper learner that fails with probability beta has as a distinguisher."""
    return 1 - beta - 2 ** (l - d)


@formula("at most", **BITS)
def image_bound(l: int, d: int) -> Value:  # noqa: E741
    """Return a bound on the share of strings in the image."""
    return 2 ** (l - d)


claim("BBKN14-6.no-efficient-proper", kind="lemma", title="No efficient proper learner of POINT-hat, private or not",
      uses=("BBKN14-2.2", "BBKN14-6.prg", "BBKN14-6.point-hat", "BBKN14-6.image"), formulas=(proper_advantage,),
      erratum_kind="misprint",
      erratum="A slip of notation in the bound on the image: printed as l(d)/2^d, it must be 2^{l(d)}/2^d. The "
              "smallest generator, one bit of seed and two of output with distinct outputs, has image probability 2/4 "
              "> 1/4. The conclusion stands: 2^{l(d)-d} is negligible as soon as the stretch d - l(d) is omega(log d).",
      note="Proper means here on every database, as the proof needs it; a learner that is proper on samples of the "
           "class only may be efficient, and is a sabotage. Checked: the reduction, exactly, for learners that exist. "
           "Not checked: that an efficient learner does not exist, which is the assumption on the generator and no "
           "finite computation.")


def looks_through_image(generator: PseudorandomGenerator) -> Learner:
    """Learner (a): proper for POINT-hat, not private, reads the whole image."""
    return consistent_subset_learner(generator.image)


def names_what_it_is_shown(generator: PseudorandomGenerator) -> Learner:
    """Name the point of a row labelled 1, else an output: proper on samples of the class, not on other rows."""
    return lambda database: pure(next((x for x, y in database if y), generator.outputs[0]))


MEMBERS = ((0, 1, 2, 3), (3, 1), (2,), (4, 0, 3))


def first_that_fits(members: tuple[int, ...], database: Any) -> int:
    """Return the first member with no error on the rows, the first of all if none has."""
    return min(members, key=lambda j: (any((x == j) != y for x, y in database), j))


@check("BBKN14-6.no-efficient-proper", grade="exhaustive",
       quantifier="images {0, 1, 2, 3}, {1, 3}, {2}, {0, 3, 4}; all multisets of at most three labelled rows over 5 "
                  "points, consistent or not",
       says="the consistent proper learner names the first string of the image that fits all rows")
@sabotage("rows with label 0 are passed over", lambda members: lambda database: consistent_subset_learner(members)(
    tuple(row for row in database if row[1])))
@sabotage("a string less", lambda members: consistent_subset_learner(sorted(members)[-1:]))
@judged("==")
def consistent_learner_names_the_first_that_fits(make=consistent_subset_learner):
    for members, rows in product(MEMBERS, range(4)):
        for database in multiset_databases(labelled_rows(5), rows):
            yield (members, database), make(members)(database).exact(), {first_that_fits(members, database): 1}

def refutes_consistent_learner_names_the_first_that_fits(make, members, database):
    fits = [j for j in range(5) if j in members and all(y == int(x == j) for x, y in database)]
    return make(members)(database).exact() != {(fits or sorted(members))[0]: Fraction(1)}


@check("BBKN14-6.no-efficient-proper", grade="exact",
       quantifier="(l, d) = (3, 8), (4, 8), (6, 12), m = 1, 4, 16, 64, learner (b): the distinguisher's law on every "
                  "string",
       says="{the acceptance of the string} equals {the closed form on the image, 0 off it}")
@sabotage("2^d in place of |Im G|", lambda generator, rows: Fraction(ROOT**rows, ROOT**rows + generator.size - 1))
@judged("==")
def private_proper_learner_names_only_the_image(
        formula=lambda generator, rows: Fraction(ROOT**rows, ROOT**rows + len(generator.image) - 1)):
    for (ell, d), m in product(SHAPES[:3], ROWS):
        test, image = learner_distinguisher(draws_from_image(toy(ell, d)), m), set(toy(ell, d).image)
        for j in range(2**d):
            yield (ell, d, m, j), acceptance(test, (j,)), formula(toy(ell, d), m) if j in image else 0

def refutes_private_proper_learner_names_only_the_image(formula, ell, d, m, j):
    image = set(toy(ell, d).outputs)
    weights = {i: Fraction(1) if i == j else Fraction(1, 2**m) for i in image}  # every row (j, 1) is an error of i != j
    return weights.get(j, Fraction(0)) / sum(weights.values()) != (formula(toy(ell, d), m) if j in image else 0)


@check("BBKN14-6.no-efficient-proper", grade="exact",
       quantifier="(l, d) = (3, 8), (4, 8), m = 1, 4, 16, 64, learner (c): all strings",
       says="the distinguisher made of the learner of all points has advantage 0",
       reason="the laws of learner (c) list all 2^d points, so every string is tried at d = 8; by symmetry its "
              "success is the same at every string for every d")
@sabotage("a learner that is proper for POINT-hat", draws_from_image)
def learner_of_all_points_distinguishes_nothing(make=draws_from_all) -> Verdict:
    return judge("==", (((ell, d, m), exact_advantage(make, (ell, d), m)[1], 0) for ell, d in SHAPES[:2] for m in ROWS))

def refutes_learner_of_all_points_distinguishes_nothing(make, ell, d, m):
    says = [make(toy(ell, d))(((j, 1),) * m).exact().get(j, Fraction(0)) for j in range(2**d)]
    return sum(says[j] for j in toy(ell, d).outputs) * 2**d != sum(says) * 2**ell


claim("BBKN14-6.image", kind="inequality", step_of="BBKN14-6.no-efficient-proper", formulas=(image_bound,),
      title="A random string lies in the image with probability at most 2^{l(d)-d}", uses=("BBKN14-6.prg",),
      erratum_kind="misprint", repaired=True, erratum="Printed as l(d)/2^d, a slip for 2^{l(d)}/2^d.")


class Proper(NamedTuple):
    """A proper learner, by the generator from whose outputs it is made, with m rows that all show one string."""

    ell: int
    d: int
    m: int
    learner: Callable[[PseudorandomGenerator], Learner]
    fails_with: str = "beta"
    alpha: Fraction = Fraction(99, 100)


@cache
def failure(given: Proper) -> Fraction:
    """Return beta: the largest failure on m rows that all show one string of the image, or half of it."""
    generator = toy(given.ell, given.d)
    learner = given.learner(generator)
    most = max(point_mass_failure(learner, j, generator.size, given.m, given.alpha) for j in generator.image)
    return most / (1 if given.fails_with == "beta" else 2)


@proof("BBKN14-6.no-efficient-proper", grade="exact",
       quantifier="(l, d) = (3, 8), (4, 8), (6, 12), (8, 16), m = 1, 4, 16, 64: the consistent learner and the one "
                  "that draws from the image; (10, 16), m = 1: the consistent one; all strings; alpha = 99/100",
       instances=lambda: [*(Proper(ell, d, m, make) for (ell, d), m in product(SHAPES[:4], ROWS)
                            for make in (looks_through_image, draws_from_image)),
                          Proper(10, 16, 1, looks_through_image)],
       start=Proper(3, 8, 4, draws_from_image),
       steps={"image": "{the share of all strings that are in the image} is at most {2^(l - d)}",
              "named": "{1 - beta} is at most {Pr[B says 1] on a string of the image}",
              "never": "{the largest Pr[B says 1] on other strings} is {0}",
              "random": "{Pr[B(U_d) = 1]} is at most {the share of the image}",
              "conclusion": "{1 - beta - 2^(l - d)} is at most {the advantage of B}"},
       hypotheses=(
           Hypothesis("answers are concepts of the class", lambda: [Proper(3, 8, m, draws_from_all) for m in ROWS],
                      ("never", "random", "conclusion")),
           Hypothesis("they are so on all rows", lambda: [Proper(3, 8, m, names_what_it_is_shown) for m in ROWS],
                      ("never", "random", "conclusion")),
           Hypothesis("the learner fails with probability at most beta", lambda: [
               Proper(3, 8, m, draws_from_image, "half of beta") for m in ROWS], ("named", "conclusion")),
           Hypothesis("alpha is less than 1", lambda: [
               Proper(3, 8, m, draws_from_image, alpha=Fraction(1)) for m in ROWS], ("named", "conclusion")),
           Hypothesis("the generator is pseudorandom", needless="it is what the advantage contradicts")))
def proper_learners_are_distinguishers(given: Proper, least: Formula = proper_advantage,
                                       most: Formula = image_bound) -> Iterator[Line]:
    generator = toy(given.ell, given.d)
    success, elsewhere, on_image, on_all = named(given.learner, (given.ell, given.d), given.m)
    beta = failure(given)
    yield Line("image", "<=", generator.density, most(given.ell, given.d))
    yield Line("named", "<=", 1 - beta, success)
    yield Line("never", "==", elsewhere, 0)
    yield Line("random", "<=", on_all, generator.density)
    yield Line("conclusion", "<=", least(beta, given.ell, given.d), abs(on_image - on_all))


def refutes_proper_learners_are_distinguishers(given: Proper, step: str, case: Any, least: Formula,
                                               most: Formula) -> bool:
    """Tell whether a line is false, by laws on single strings."""
    generator, size = toy(given.ell, given.d), 2**given.d
    inside = set(generator.outputs)
    if step == "image":
        return len(inside) > most(given.ell, given.d) * size
    says = [given.learner(generator)(((j, 1),) * given.m).exact().get(j, Fraction(0)) for j in range(size)]
    beta = (1 - min(says[j] for j in inside)) * (given.alpha < 1) / (1 if given.fails_with == "beta" else 2)
    if step == "conclusion":
        gap = sum(says[j] for j in generator.outputs) / 2**given.ell - sum(says) / size
        return least(beta, given.ell, given.d) > abs(gap)
    if step == "named":
        return min(says[j] for j in inside) < 1 - beta
    return any(p for j, p in enumerate(says) if j not in inside)


@check("BBKN14-6.image", grade="exact",
       quantifier="the toy generator at (l, d) = (3,8), (4,8), (6,12), (8,16), (10,16): the printed bound is exceeded "
                  "by all five",
       says="{the printed bound l/2^d} is less than {the share of strings in the image}")
@verifier(lambda printed, ell, d: len(frozenset(toy(ell, d).outputs)) <= printed(ell, d) * 2**d)
@sabotage("2^l / 2^d, as corrected", image_bound)
def printed_bound_is_exceeded(printed=lambda ell, d: Fraction(ell, 2**d)) -> Verdict:
    return judge("<", (((ell, d), printed(ell, d), toy(ell, d).density) for ell, d in SHAPES))


@check("BBKN14-6.image", against="optimum", grade="exhaustive",
       quantifier="all 2^{d 2^l} generators with (l, d) = (1,2), (1,1), (1,3), (2,2), (2,3): the largest image",
       says="{the largest share of strings in an image} equals {2^(l - d)}")
@judged("==")
def largest_image_of_all_generators(bound=image_bound):
    for ell, d in ((1, 2), (1, 1), (1, 3), (2, 2), (2, 3)):
        tables = (PseudorandomGenerator(ell, d, table) for table in product(range(2**d), repeat=2**ell))
        best = max(tables, key=lambda generator: generator.density)
        yield ((ell, d), best.outputs), best.density, bound(ell, d), (2**d) ** (2**ell)

def refutes_largest_image_of_all_generators(bound, witness):
    (ell, d), outputs = witness
    return Fraction(len(set(outputs)), 2**d) != bound(ell, d)


@formula("at least", corners={"beta": (0, TENTH, 1)})
def accepted(beta: Value) -> Value:
    """Return how often a string of the image is accepted."""
    return 1 - beta


claim("BBKN14-fn11", kind="remark", formulas=(accepted,),
      title="On a string of the image the distinguisher says 1 with probability at least 1 - beta",
      uses=("BBKN14-2.2", "BBKN14-6.point-hat"))


@check("BBKN14-fn11", against="optimum", grade="exact",
       quantifier="(l, d) = (6, 12), the learner that draws from the image, m = 4, and (4, 8), that and the learner "
                  "of all points, m = 1, 4: all j in the image, alpha = 99/100",
       says="{the acceptance of the string j} equals {1 less the failure under the point mass on j}")
@judged("==")
def acceptance_is_the_success_on_a_point_mass(success=accepted):
    games: list[tuple[tuple[int, int], Callable, int]] = [((4, 8), make, m) for make in
                                                            (draws_from_image, draws_from_all) for m in (1, 4)]
    games.append(((6, 12), draws_from_image, 4))
    for (ell, d), make, m in games:
        learner = make(toy(ell, d))
        for j in toy(ell, d).image:
            yield ((ell, d, make.__name__, m, j), naming_probability(learner, j, m),
                   success(point_mass_failure(learner, j, 2**d, m, Fraction(99, 100))))

def refutes_acceptance_is_the_success_on_a_point_mass(success, ell, d, name, m, j):
    law = {"draws_from_image": draws_from_image, "draws_from_all": draws_from_all}[name](toy(ell, d))(((j, 1),) * m)
    return success(sum(p for h, p in law.exact().items() if h != j)) != law.exact()[j]
