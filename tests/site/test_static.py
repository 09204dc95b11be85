"""What the built site shows without a browser: it asks nothing of other hosts, and holds no path of this machine."""
from tools import site_lints
from tools.pages import PAGES, ROOT

SITE = ROOT / "_build/html"


def test_site_asks_nothing_of_other_hosts():
    assert site_lints.requests(SITE) == []


def test_site_holds_no_path_of_this_machine():
    assert site_lints.machine_paths(SITE, site_lints.places()) == []


def test_executed_notebooks_hold_no_path_of_this_machine():
    assert site_lints.machine_paths(ROOT / PAGES, site_lints.places(), "*.ipynb") == []


def test_site_has_the_libraries_that_are_not_read():
    assert {path.name for path in SITE.rglob("*.js")} >= site_lints.BUNDLES
