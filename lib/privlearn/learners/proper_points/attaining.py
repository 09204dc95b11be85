"""The private learner of points that attains the bounds of packing, on every labelled database.

Definitions
-----------
Some points are *targets*, n of them; k rows of the database are labelled 1 at a target and *show* it, the others say
nothing.  With ``r = e^epsilon`` let a set S of rows that show targets weigh ``(r - 1)^|S|``, but the empty set n: in
all ``r^k + n - 1``.  Draw a set.  If it is empty, name any target; if its rows show one target, name this one; if they
show several, draw two of these and name any target but these two.  All draws are uniform.

Where k rows show the same target it is named with probability ``r^k / (r^k + n - 1)``, which is the most that privacy
allows.  The learner is private on all databases of m rows exactly if ``r^(m - 1) <= n - 1``.

>>> attaining_point_learner(4, 2, marked=1)(((1, 1), (1, 1))).exact()[1]
Fraction(2, 3)
"""

from collections import Counter
from itertools import combinations
from math import prod

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional, pure, uniform
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.neighbours import Database


def attaining_point_learner(size: int, exp_epsilon: Number, *, marked: int = 0) -> PromisedMechanism:
    """Return the learner of points that fails least, for few rows.

    Parameters
    ----------
    size : int
        T; the domain is ``0..T-1``.
    exp_epsilon : number of at least 1
        r.
    marked : {0, 1}
        1 keeps point 0 from the targets, as on the two-point family.

    Returns
    -------
    PromisedMechanism
        Names a target; takes a database of m rows if ``r^(m - 1) <= n - 1``, with n targets, and refuses longer ones.

    Notes
    -----
    Cost: one step for each set of targets that the database shows.

    References
    ----------
    The proof of the optimum over all databases, BBKN14-3.9.all.
    """
    t, first = as_integer(size, "size", least=2), as_integer(marked, "marked", least=0)
    ratio, targets = as_exp_epsilon(exp_epsilon), range(first, t)
    if first > 1 or len(targets) < 2:
        raise ValueError(f"marked must be 0 or 1 and leave two targets of {t} points, got {first}")

    def named(shown: tuple[int, ...]) -> Law:
        if len(shown) < 2:
            return pure(shown[0]) if shown else uniform(targets)
        return uniform(combinations(shown, 2)).then(lambda pair: uniform(x for x in targets if x not in pair))

    def law(database: Database) -> Law:
        check_labelled(database, t)
        if database and ratio ** (len(database) - 1) > len(targets) - 1:
            raise ValueError(f"the ratio {ratio} to the number of rows less one, here {len(database) - 1}, must be "
                             f"at most the number of targets less one, {len(targets) - 1}")
        rows = Counter(x for x, label in database if label and x in targets)
        sets = [some for count in range(len(rows) + 1) for some in combinations(sorted(rows), count)]
        weights = {some: prod((ratio ** rows[x] - 1 for x in some), start=ratio**0) for some in sets}
        return proportional(weights | {(): ratio**0 * len(targets)}).then(named)

    return PromisedMechanism(law, Promise(ratio, replace_one), "attaining learner of points")
