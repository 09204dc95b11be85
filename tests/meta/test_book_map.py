"""The extension that draws the map: what it says is what the registry says, and nothing is lost on the way."""

import re
from types import SimpleNamespace

import book_map
import pytest

from privlearn.checking import registry

CLAIMS = registry.load()
PAGES = ("book/points-and-intervals/a", "book/points-and-intervals/b", "book/points-and-intervals/c",
         "book/communication/d", "book/thresholds/e")
USES = {PAGES[0]: set(), PAGES[1]: {PAGES[0]}, PAGES[2]: {PAGES[0], PAGES[1]}, PAGES[3]: {PAGES[0]},
        PAGES[4]: {PAGES[0]}}


def place(page, **more):
    return book_map.Place(page, f"Title of {page[-1]} & more", f"{page}.html", **more)


@pytest.fixture
def drawn():
    found = [("", book_map.Group("Before", (place("book/start"),))),
             ("thresholds", book_map.Group("Thresholds", (place(PAGES[4]),), "K, 2020")),
             ("points-and-intervals", book_map.Group("Points", tuple(map(place, PAGES[:3])), "B, 2014", "index.html")),
             ("communication", book_map.Group("Messages", (place(PAGES[3], theorems=("1.2", "3.1"), repaired=2),))),
             ("", book_map.Group("After", (place("book/end"),)))]
    return book_map.render(found, USES, "map.js")


def test_uses_and_repaired_statements_are_those_of_the_registry():
    uses = book_map.uses_of(CLAIMS)
    assert {(a, b) for a in uses for b in uses[a]} == {
        (f"book/{one.page}", f"book/{CLAIMS[id].page}") for one in CLAIMS.values() for id in one.uses
        if one.page != CLAIMS[id].page}
    assert uses.keys() == {f"book/{one.page}" for one in CLAIMS.values()}
    assert sum(book_map.repaired_on(CLAIMS).values()) == sum(one.repaired for one in CLAIMS.values())


def test_every_curve_is_there_and_rests_unless_others_imply_it_or_it_passes_over_a_lane(drawn):
    pages = {number: page for page, number in re.findall(r'href="([^"]*)\.html" data-page="(\d+)"', drawn)}
    curves = re.findall(r'<path data-user="(\d+)" data-used="(\d+)"( class=rests)?', drawn)
    assert sorted((pages[user], pages[used]) for user, used, _ in curves) == sorted(
        (user, used) for user in USES for used in USES[user])
    assert {(pages[user], pages[used]) for user, used, rests in curves if rests} == {
        (PAGES[1], PAGES[0]), (PAGES[2], PAGES[1]), (PAGES[3], PAGES[0])}


def test_a_curve_joins_the_lines_of_its_pages_and_two_that_use_each_other_keep_one_each():
    layout = book_map.Layout({"a": (0, 0), "b": (0, 3), "c": (1, 2)})
    dot, row = book_map.DOT, book_map.ROW
    assert layout.curve("b", "a") == layout.curve("a", "b")
    assert layout.curve("b", "a").startswith(f"M{dot} {row / 2}C")
    assert layout.curve("b", "a").endswith(f" {dot} {3.5 * row}")
    assert layout.curve("c", "a").endswith(f" {book_map.LANE + dot} {2.5 * row}")
    uses = {"a": {"b"}, "b": {"a"}}
    assert layout.rests("a", "b", uses)
    assert layout.rests("b", "a", uses)


def test_lanes_stand_in_their_order_and_a_line_says_theorems_and_repairs(drawn):
    assert re.findall(r"<h3>(?:<a [^>]*>)?(\w+)", drawn) == ["Before", "Points", "Messages", "Thresholds", "After"]
    assert '<h3><a href="index.html">Points</a></h3><p>B, 2014</p>' in drawn
    line = re.search(r'<a class="node main" href="book/communication/d.html".*?</a>', drawn)[0]
    for part in ('<span class="thm">Thm 1.2, 3.1</span>', 'aria-label="2 repaired statements">◇2<',
                 "Title of d &amp; more", ">D</span>"):
        assert part in line
    assert 'class="node"' in drawn
    assert drawn.count("◇") == drawn.count("thm") == 1


def test_short_names_main_theorems_and_a_book_without_lanes_or_curves():
    assert place("book/closure/all-classes").name == "All classes"
    assert place("book/closure/relabeling-privacy").name == "Relabelling privacy"
    drawn = book_map.render([("", book_map.Group("Before", (place("book/start"),)))], {}, "map.js")
    assert "book/start.html" in drawn
    assert "<path" not in drawn
    claims = {name: SimpleNamespace(kind="lemma" if name == "d" else "theorem", page="closure/x") for name in "abcdef"}
    statements = {name: ("book/closure/x", kind, paper, number) for name, kind, paper, number in (
        ("a", "theorem", "ABMS20", "Theorem 3.10"), ("b", "theorem", "ABMS20", "Theorem 3.9, lower bound"),
        ("c", "theorem", "ABMS20", "Theorem 3.9, upper bound"), ("d", "lemma", "ABMS20", "Theorem 4.1"),
        ("e", "theorem", "", "Theorem"), ("f", "theorem", "FX15", "Theorem 1.1"))}
    assert book_map.theorems_of(claims, statements) == {"book/closure/x": ("3.9", "3.10")}
