"""BBKN14, Section 7: instances that several checks of the page sanitization share."""

from fractions import Fraction

from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import mechanism_program
from privlearn.release import point_queries, query_answers


def full_program(size: int, rows: int, output_rows: int, alpha: Fraction, exp_epsilon: int, useful):
    """Return the program over all sanitizers with synthetic output, with any notion of a useful output."""
    queries = point_queries(size)
    databases, outputs = multiset_databases(range(size), rows), multiset_databases(range(size), output_rows)
    tasks = [{(db, out): 1 for out in outputs if not useful(db, query_answers(out, queries), queries, alpha)}
             for db in databases]
    return mechanism_program(databases, outputs, replace_one_unordered(databases), exp_epsilon, tasks)
