"""BBKN14, Section 6: generators, their distinguishers, and the class of their outputs."""

from collections import Counter
from fractions import Fraction

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass, points
from privlearn.laws import choice, total_variation, uniform_range
from privlearn.learners.pseudorandom import PseudorandomGenerator, advantage, image_test, point_hat
from privlearn.learners.pseudorandom.generators import identity_generator, seeds_tried_advantage
from privlearn.papers.bbkn14.generator_separation import claim
from privlearn.papers.bbkn14.generator_separation.instances import SHAPES, listed_distinguishers, toy

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
def image_test_has_one_minus_the_density_as_advantage(formula=lambda generator: 1 - generator.density) -> Verdict:
    verdict = judge("==", (((ell, d), advantage(image_test(toy(ell, d)), toy(ell, d)), formula(toy(ell, d)))
                           for ell, d in SHAPES))
    return counted(verdict, sum(2**ell + 2**d for ell, d in SHAPES))

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
