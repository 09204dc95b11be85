"""What one calls on data of one's own: private answers, each with its promise.

Data come first, then keywords: ``neighbours`` (:func:`~privlearn.mechanisms.neighbours.replace_one` where the number of
rows is public, :func:`~privlearn.mechanisms.neighbours.add_remove_one` where it is not), ``epsilon`` and ``delta``
(privacy), ``alpha`` (error), ``beta`` (failure) and ``rng``, those that apply.  Every function checks all arguments
before it draws anything; no message shows a value of the data.  :func:`rows_needed` says beforehand how many rows a
task takes, :class:`Ledger` keeps the account of several releases.
"""

from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private.budget import Ledger
from privlearn.private.counting import histogram
from privlearn.private.labelled import learn_agnostic_threshold, learn_point, learn_threshold
from privlearn.private.ordered import interior_point, median, quantiles
from privlearn.private.planning import rows_needed
