"""The list of papers: every package and every part of the book that has one stands in it."""

from pathlib import Path

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS, versions

ROOT = Path(__file__).parents[2]


def test_papers_have_their_package_part_and_claims_and_versions_name_each_other():
    packages = {path.parent.name for path in (ROOT / "lib/privlearn/papers").glob("*/__init__.py")
                if "CONTENTS" in path.read_text(encoding="utf-8")}
    assert packages == {paper.package for paper in PAPERS}
    assert {entry.paper for entry in registry.load().values()} == {paper.key for paper in PAPERS}
    assert all((ROOT / "book" / paper.part / "index.md").is_file() for paper in PAPERS)
    leading = [paper.part for paper in PAPERS if paper.leads]
    assert len(leading) == len(set(leading))
    assert versions("FX14") == versions("FX15") == ("FX14", "FX15")
    assert versions("TOY26") == ()
    assert registry.load("TOY26") == {}
