"""The executed pages are those of the table of contents, each with its images and with exercises that were tried."""
from tools import lints
from tools.pages import ROOT, toc_pages


def test_exactly_the_pages_of_the_contents_were_executed():
    assert lints.executed(ROOT, toc_pages(ROOT)) == []


def test_every_page_shows_the_images_it_promises():
    assert lints.images(ROOT, toc_pages(ROOT)) == []


def test_exercises_refuse_the_stub_and_accept_the_solution():
    assert lints.exercises(ROOT, toc_pages(ROOT)) == []


def test_every_page_of_the_contents_is_in_the_site():
    assert [p.name for p in toc_pages(ROOT) if not (ROOT / "_build/html" / f"{p.name}.html").is_file()] == []
