"""Catalogue: the sparse vector technique, wrong in five ways."""

from privlearn.broken import sparse_vector as variants
from privlearn.broken.trials import Mistake, Trial, audited
from privlearn.mechanisms import PromisedMechanism


def sparse_vector_mistakes() -> list[Mistake]:
    """Return rows 1 to 4 of the catalogue."""
    return [value_of_the_answer(), noise_without_cutoff(), noise_of_monotone_queries(), no_query_noise(), no_cutoff()]


def _trial(queries: int, mechanism: PromisedMechanism, more: str = "") -> Trial:
    return audited(f"{queries} quer{'y' if queries == 1 else 'ies'}{more}", mechanism, variants.one_row(queries))


def _control(cutoff: int = 1) -> Trial:
    return _trial(3, variants.right_sparse_vector(4**cutoff, 2, cutoff), f", c = {cutoff}")


def value_of_the_answer() -> Mistake:
    """Variant 3."""
    broken = variants.broken_sparse_vector_publishes_value(4)
    return Mistake("1", "sparse vector publishes the noisy answer that was above",
                   "The value bounds the noisy threshold, and every query below it then tells something of its own.",
                   [_trial(k, broken) for k in (1, 2, 3, 4)], "only that it was above", _control())


def noise_without_cutoff() -> Mistake:
    """Variant 4."""
    trials = [_trial(k, variants.broken_sparse_vector_ignores_cutoff(2, c), f", c = {c}")
              for k, c in ((1, 1), (2, 1), (3, 1), (4, 2))]
    return Mistake("2", "sparse vector: query noise not scaled with the number of answers",
                   "Each of the c answers is paid for twice: its own query and the shift of the threshold.",
                   trials, "scaled by 2c", _control(2))


def noise_of_monotone_queries() -> Mistake:
    """The monotone form for general queries."""
    broken = variants.broken_sparse_vector_monotone_noise(4, 4)
    return Mistake("2b", "sparse vector: half the query noise, although queries go both ways",
                   "Where every query moves the same way the factor 2 can be saved, and only there.",
                   [_trial(k, broken) for k in (1, 2, 3, 4)], "the whole noise", _control())


def no_query_noise() -> Mistake:
    """Variant 5."""
    broken = variants.broken_sparse_vector_without_query_noise(4)
    return Mistake("3", "sparse vector without noise on the queries",
                   "Two exact answers are ordered by the mechanism, whatever the threshold.",
                   [_trial(k, broken) for k in (1, 2)], "noise on both", _control())


def no_cutoff() -> Mistake:
    """Variant 6."""
    broken = variants.broken_sparse_vector_without_cutoff(4)
    return Mistake("4", "sparse vector that never stops",
                   "Answers below are free together, answers above are not: each costs another query noise.",
                   [_trial(k, broken) for k in (1, 2, 3, 4)], "stops at the first", _control())
