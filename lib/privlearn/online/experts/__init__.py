"""Learning with experts: weighted majority, hedge, and halving over tuples."""

from privlearn.online.experts.halving import HalvingExperts, experts_of_parts, start_halving
from privlearn.online.experts.hedging import HedgeRun, hedge, hedge_bound
from privlearn.online.experts.majority import WeightedMajority, best_discount, weighted_majority_bound
