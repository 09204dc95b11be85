"""Learners of lines over Z_p with approximate privacy: a sample size that does not grow with p.

Which of the ``p^2`` lines ``y = a x + b`` labels the points?  Two points on it tell, so samples of a certain size agree
on the answer, and an answer on which they agree can be published privately (:func:`overall_learner`, FX15 Section 6):

>>> import numpy as np
>>> from fractions import Fraction
>>> from privlearn.learners.lines import learn_line, plan_for, predict
>>> rng, p = np.random.default_rng(7), 1_000_003
>>> x, y = rng.integers(p, size=(2, 100_000))
>>> y = np.where(rng.random(100_000) < 1/10, (3 * x + 1) % p, y)
>>> rows = np.column_stack([x, y, (3 * x + 1 - y) % p == 0])
>>> plan = plan_for(100_000, epsilon=Fraction(2, 5), delta=Fraction(1, 10**6), miss=Fraction(1, 8))
>>> learn_line(rows, p, plan, rng)
(2, 3, 1)
>>> predict((2, 3, 1), [(0, 1), (5, 5)], p).tolist()
[1, 0]

Its parts: the basic learner and its hypotheses, votes and their stability, the test with Laplace noise, plans, the
exact law of a block, and the certified probability of failure.
"""

from privlearn.learners.lines.accuracy import failure_bracket, plan_for
from privlearn.learners.lines.basic import basic_learner, line_hypotheses, line_points, line_through, predict
from privlearn.learners.lines.confidence import AmplifiedPlan, amplified_learner
from privlearn.learners.lines.events import block_law, none_one_two
from privlearn.learners.lines.overall import block_votes, learn_line, overall_learner, released
from privlearn.learners.lines.plans import StabilityPlan, amplified_rows, printed_line_plan, repaired_plan
from privlearn.learners.lines.release import ratio_for, release_probability
from privlearn.learners.lines.scales import bad_scales, unstable_scales
from privlearn.learners.lines.votes import most_frequent, stability
