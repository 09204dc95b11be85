"""A figure, or its only axes, for each test that draws; neither is kept by pyplot."""

import pytest
from matplotlib.figure import Figure


@pytest.fixture
def figure():
    return Figure(layout="constrained")


@pytest.fixture
def axes():
    return Figure(layout="constrained").add_subplot()
