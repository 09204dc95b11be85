"""Places of classes: the same for all renamings, found by the order that is given."""

from itertools import permutations, product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, all_functions, points, thresholds
from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps.numbers import class_of_number, classes_up_to_renaming
from privlearn.dimensions.sweeps.places import alike, figures, place_of
from privlearn.exact import TooLargeToEnumerate


def renamed(concepts, order):
    return ConceptClass.from_matrix(concepts.matrix[:, np.argsort(order)])


@pytest.mark.parametrize("concepts", [thresholds(2), points(2), class_of_number(0x8A31, 4), class_of_number(41, 3)])
def test_renamed_classes_have_one_place(concepts):
    found = {place_of(renamed(concepts, order)).place for order in permutations(range(concepts.size))}
    assert len(found) == 1
    with pytest.raises(TooLargeToEnumerate):
        place_of(points(3))


def test_the_order_leads_to_the_class_at_the_place():
    for concepts in (thresholds(2), class_of_number(0x8A31, 4), *list(all_classes(3))[::17]):
        place = place_of(concepts)
        there = class_of_number(int(classes_up_to_renaming(concepts.size)[0][place.place]), concepts.size)
        assert set(renamed(concepts, place.order).rows()) == set(there.rows())
        images = {tuple(sorted(renamed(concepts, order).rows())) for order in permutations(range(concepts.size))}
        assert place.orbit == len(images)


def test_figures_are_the_same_exactly_if_flips_and_renamings_lead_from_one_to_the_other():
    least, _ = classes_up_to_renaming(2)

    def images(number):
        matrix = class_of_number(number, 2).matrix
        return {tuple(sorted(map(tuple, (matrix ^ flip)[:, order].tolist())))
                for flip in product((0, 1), repeat=2) for order in ([0, 1], [1, 0])}

    for i, j in product(range(1, len(least)), repeat=2):
        assert (figures(2)[i] == figures(2)[j]) == (images(int(least[i])) == images(int(least[j])))


def test_classes_alike_are_counted():
    def dimensions(c):
        return vc_dimension(c), littlestone_dimension(c), threshold_dimension(c)

    least = [class_of_number(number, 3) for number in classes_up_to_renaming(3)[0].tolist() if number]
    for concepts in least[::9]:
        assert alike(concepts) == sum(dimensions(other) == dimensions(concepts) for other in least)
    assert alike(all_functions(4)) == 1
