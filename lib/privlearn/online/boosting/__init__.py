"""Online boosting: from learners that are right a little more than half of the time to one with few mistakes."""

from privlearn.online.boosting.adversary import forced_rounds, replayed_mistakes
from privlearn.online.boosting.conservative import (boosting_bound, conservative_bound, conservative_mistakes,
                                                    error_of_voters, majority_stages)
from privlearn.online.boosting.copies import BoostedRun, boosted_bound, boosted_run
