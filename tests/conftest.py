"""A registry of their own for the tests that declare claims."""

import pytest

from privlearn.checking import registry


@pytest.fixture
def empty_registry(monkeypatch):
    """Start from no claims; the real ones are loaded first, so that none registers itself here."""
    registry.load()
    monkeypatch.setattr(registry, "_CLAIMS", {})
    return registry


@pytest.fixture
def own_store(monkeypatch, tmp_path):
    """Keep verdicts in a file of the test's own."""
    place = tmp_path / "build" / "verdicts.json"
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(place))
    return place
