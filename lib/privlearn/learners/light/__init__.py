"""Light hypotheses of points: how few rows their weight leaves open, and the proper learner they give.

The weight of a hypothesis is the number of points on which it is 1.  Begin with :func:`rows_for_weight`, the price of
light hypotheses, and :func:`proper_from_light`, which makes a proper learner of points of any with light ones;
:func:`padded_game` certifies its failure on domains too large to list.
"""

from privlearn.learners.light.padded import PaddedGame, padded_game, padded_point_learner, padded_point_rows
from privlearn.learners.light.reduction import (LightPlan, candidate_points, fallback_points, number_of_runs,
                                                plan_light_reduction, points_as_good, proper_from_light)
from privlearn.learners.light.weights import (forced_weight, half_light_success, hypothesis_weight, light_mechanism,
                                              light_success, point_mass_database, rows_for_weight, weight_program)
