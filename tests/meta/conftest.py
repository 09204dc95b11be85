"""The book's own extensions can be imported here, and its pages are read once."""
import sys

import pytest

from tools.pages import ROOT, Page, toc_pages

sys.path.append(str(ROOT / "book/_ext"))


@pytest.fixture(scope="session")
def pages() -> list[Page]:
    return toc_pages(ROOT)
