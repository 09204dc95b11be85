"""Slides for who teaches: for each part of the book a page in `_build/html/slides`, made of the built site.

A slide is a statement as its page has it, its sentence of verdict, and the first figure between it and the next
statement; a line above leads to the page. Nothing is typed here, and nothing is asked of another host: mathematics is
typeset, figures are those of the pages. The script and the stylesheet are the theme's (`slides.js`, `slides.css`).
"""
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from tools.hover_cards import END, LEFT_OUT, OF_THE_PAGE, STATEMENT
from tools.pages import PAGES, toc_parts

FOLDER = "slides"
TITLE = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
VERDICT = re.compile(r'<p class="verdict-line">.*?</p>', re.DOTALL)
FIGURE = re.compile(r'<img (?=[^>]*src="[./]*/(?P<place>_images/[^"]*)")(?=[^>]*alt="(?P<alt>[^"]*)")[^>]*>')
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{name}: slides · Private Learning, Executed</title>
<link rel="icon" href="../_static/favicon.svg">
<script>try {{
  const kept = localStorage.getItem("scheme"); if (kept) {{ document.documentElement.dataset.scheme = kept; }}
}} catch {{ }}</script>
<link rel="stylesheet" href="../_static/site.css">
<link rel="stylesheet" href="../_static/slides.css">
<script defer src="../_static/slides.js"></script>
</head>
<body class="slides">
<main>
{slides}
</main>
</body>
</html>
"""
FIRST = """<section class="slide first"><h1>{name}</h1>
<p>{count} slides: arrow keys, space, Home and End go through them; printing makes a page of each.</p>
<ol>{pages}</ol></section>"""
SLIDE = """<section class="slide" id="{place}"><p class="about"><a href="../{page}.html#{anchor}">{title}</a></p>
<div class="both"><div class="said"><div class="statement">{text}</div>{verdict}</div>{figure}</div></section>"""

DRAWN = '<figure class="cell_output"><img src="../{place}" alt="{alt}"></figure>'


def write(root: Path) -> list[Path]:
    """Write the slides of a built site; return their places. A part without statements has none."""
    site, written = root / "_build/html", []
    (site / FOLDER).mkdir(exist_ok=True)
    for name, pages in toc_parts(root / PAGES):
        text = part(name, {page: (site / f"{page}.html").read_text(encoding="utf-8") for page in pages})
        if text:
            written.append(site / FOLDER / f"{name.lower().replace(' ', '-')}.html")
            written[-1].write_text(text, encoding="utf-8")
    return written


def part(name: str, pages: dict[str, str]) -> str:
    """Return the slides of a part, from the texts of its built pages; nothing if they state nothing."""
    found = {page: list(slides(page, text)) for page, text in pages.items()}
    listed = "".join(f'<li><a href="../{page}.html">{title(pages[page])}</a></li>' for page in found if found[page])
    every = [slide for own in found.values() for slide in own]
    first = FIRST.format(name=escape(name), count=len(every), pages=listed)
    return PAGE.format(name=escape(name), slides="\n".join([first, *every])) if every else ""


def slides(page: str, text: str) -> Iterator[str]:
    """Yield the slides of a page."""
    stated = list(STATEMENT.finditer(text))
    for found, following in zip(stated, [*(one.start() for one in stated), len(text)][1:], strict=True):
        end = END.search(text, found.end())
        verdict = VERDICT.search(text, found.end(), following)
        figure = FIGURE.search(text, found.end(), following)
        drawn = DRAWN.format(**figure.groupdict()) if figure else ""
        yield SLIDE.format(page=page, anchor=found[1], place=found[1], title=title(text), figure=drawn,
                           text=own(text[found.start() : end.start() if end else following], found[1]),
                           verdict=own(verdict[0], "") if verdict else "")


def own(text: str, anchor: str) -> str:
    """Return what a statement says: without what belongs to its page only, its head being the heading of the slide."""
    text = OF_THE_PAGE.sub("", LEFT_OUT.sub("", re.sub(rf'^<section[^>]*id="{re.escape(anchor)}">', "", text))).strip()
    return re.sub(r'<p class="statement-head">(.*?)</p>', r'<h2 class="statement-head">\1</h2>', text, flags=re.DOTALL)


def title(text: str) -> str:
    """Return the title of a built page."""
    found = TITLE.search(text)
    return LEFT_OUT.sub("", found[1]).strip() if found else ""
