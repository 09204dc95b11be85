"""Where balls, and matrices of rationals, come from: python-flint, or our own where it has no build.

Only this module imports them from python-flint (its ``fmpq``, as the field of weights, is imported in
:mod:`~privlearn.exact.rationals`).  Our own, in :mod:`~privlearn.exact.dyadic` and
:mod:`~privlearn.exact.elimination`, are slower, and a little wider or narrower, but enclose the same numbers.

>>> arb(2).sqrt() ** 2 > fmpq(199, 100)
True
"""

from fractions import Fraction
from typing import Any

flint: Any
try:
    import flint
except ImportError:  # no build for the browser
    flint = None

arb: Any
ctx: Any
fmpq: Any
fmpq_mat: Any
fmpz: Any
if flint is not None:
    arb, ctx, fmpq, fmpq_mat, fmpz = flint.arb, flint.ctx, flint.fmpq, flint.fmpq_mat, flint.fmpz
else:
    from privlearn.exact.dyadic import Dyadic, precision
    from privlearn.exact.elimination import RationalMatrix

    arb, ctx, fmpq, fmpq_mat, fmpz = Dyadic, precision, Fraction, RationalMatrix, int
