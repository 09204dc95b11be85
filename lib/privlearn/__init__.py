"""Executable proofs of the theory of private learning.

Data flows one way through the sub-packages::

    exact -> laws -> concepts -> {dimensions, mechanisms} -> {learners, release} -> {private, report, claims}

Begin with :mod:`~privlearn.private` on data of your own.  Only :mod:`~privlearn.papers` knows the papers;
:mod:`~privlearn.figures` turns results into pictures.
"""

__version__ = "1.0.0"
