"""The class with which the generic learner is played on the page private-preliminaries."""

from privlearn.concepts import initial_segments

SEGMENTS = initial_segments(3)
