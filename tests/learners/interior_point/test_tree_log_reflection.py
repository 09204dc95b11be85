"""TreeLog knows no left and right: the reflected database has the reflected law."""

from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.mechanisms import multiset_databases


def test_reflected_database_has_the_reflected_law():
    parameters = TreeLogParameters((Level(4, 4, 3, 4, trim=1, stop=1),), exp_base=4)
    for database in multiset_databases(range(8), 4):
        law = tree_log_law(database, 3, parameters).exact()
        image = tree_log_law([7 - x for x in database], 3, parameters).exact()
        assert image == {None if x is None else 7 - x: mass for x, mass in law.items()}
