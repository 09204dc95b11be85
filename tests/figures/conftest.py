"""A figure, or its only axes, for each test that draws; neither is kept by pyplot."""

import pytest
from matplotlib.figure import Figure


@pytest.fixture
def figure():
    return Figure(layout="constrained")


@pytest.fixture
def axes():
    return Figure(layout="constrained").add_subplot()


@pytest.fixture
def drawn():
    """Draw on a new figure."""
    def draw(function, *given, **options):
        made = Figure(layout="constrained")
        function(made, *given, **options)
        return made

    return draw


@pytest.fixture
def drawn_axes():
    """Draw on new axes."""
    def draw(function, *given, **options):
        made = Figure(layout="constrained").add_subplot()
        function(made, *given, **options)
        return made

    return draw
