"""How well hypotheses represent a class: deterministic and probabilistic representations, each with its proof."""

from privlearn.dimensions.representation.adversaries import SmallestRepresentation, is_smallest_representation
from privlearn.dimensions.representation.covers import (is_smallest_cover, largest_packing, random_cover_value,
                                                        smallest_cover)
from privlearn.dimensions.representation.deterministic import smallest_representation
from privlearn.dimensions.representation.error_sets import are_error_patterns, error_patterns
from privlearn.dimensions.representation.games import (RepresentationGame, is_alpha_minimal, is_representation_game,
                                                       minimality_interval, representation_alpha, representation_game)
from privlearn.dimensions.representation.probabilistic import ProbabilisticRepresentation, miss_probability
from privlearn.dimensions.representation.products import product_representation
from privlearn.dimensions.representation.values import (RepresentationValue, is_representation_value,
                                                        probabilistic_representation_value,
                                                        smallest_probabilistic_representation)
