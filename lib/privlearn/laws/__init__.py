"""Laws (randomised programs over finite choices), their exact and sampled readings, sub-laws and divergences."""

from privlearn.laws.conditioning import conditioned
from privlearn.laws.correlated_sampling import correlated, correlated_disagreement, correlated_sample
from privlearn.laws.divergences import exp_renyi_two, hockey_stick, total_variation, worst_ratio
from privlearn.laws.law import Law, bernoulli, choice, fold, proportional, pure, uniform
from privlearn.laws.products import independent
from privlearn.laws.randomness import uniform_below
from privlearn.laws.ranges import uniform_range, uniform_subset
from privlearn.laws.sublaws import SubLaw, cut_loop
