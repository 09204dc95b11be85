"""The badge of a run: how many statements it checked, as a small picture that asks nothing of any host.

*Failed* is a statement with a check that does not hold or a sabotage that was not caught; one that is quoted, open or
an assumption, of which a check was skipped, or of which a check does not count, is not checked.
"""
import html
from pathlib import Path
from typing import Any

from privlearn.checking.runner import all_is_well
from privlearn.keeping import read_json, write_text

NAME = "badge.svg"
LABEL = "statements"
WELL, OPEN, FAILED = "#1c6e3d", "#7a4b00", "#a4161a"  # white letters on each have a contrast of at least 5
LETTER, MARGIN, HEIGHT = 6.6, 7, 20  # pixels: of a letter, beside a text, of the whole
# Its own ground and an edge of middle grey: it looks the same on light and on dark pages. `textLength` fits the letters
# of whatever font there is.
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" aria-label="{title}">
<title>{title}</title>
<rect x=".5" y=".5" width="{inner}" height="19" rx="3.5" fill="{colour}" stroke="#808890"/>
<path d="M{left} 1H4a3 3 0 0 0-3 3v12a3 3 0 0 0 3 3H{left}z" fill="#3b4148"/>
<g fill="#fff" font-family="system-ui, sans-serif" font-size="12" lengthAdjust="spacingAndGlyphs">
<text x="{margin}" y="14" textLength="{label_length}">{label}</text>
<text x="{start}" y="14" textLength="{length}">{text}</text>
</g>
</svg>
"""


def told(report: dict[str, Any]) -> tuple[str, str]:
    """Return what a run's report comes to, and its colour.

    >>> fine = {"status": "proved", "checked": True, "checks": [{"holds": True}], "sabotages": [{"caught": True}]}
    >>> told({"claims": [fine, fine, {"status": "quoted", "checked": False, "checks": [], "sabotages": []}]})
    ('2 of 3 checked', '#1c6e3d')
    """
    rows = report["claims"]
    failed = sum(any(check["holds"] is False for check in row["checks"])
                 or any(sabotage["caught"] is False for sabotage in row["sabotages"]) for row in rows)
    if failed:
        return f"{failed} of {len(rows)} failed", FAILED
    checked = sum(row["checked"] for row in rows)
    return f"{checked} of {len(rows)} checked", WELL if all_is_well(report) else OPEN


def drawn(text: str, colour: str) -> str:
    """Return the picture."""
    label_length, length = (round(LETTER * len(part)) for part in (LABEL, text))
    left, width = label_length + 2 * MARGIN, label_length + length + 4 * MARGIN
    return PICTURE.format(title=html.escape(f"{LABEL}: {text}"), text=html.escape(text), label=LABEL, colour=colour,
                          width=width, inner=width - 1, height=HEIGHT, left=left, start=left + MARGIN, margin=MARGIN,
                          label_length=label_length, length=length)


def write(root: Path) -> None:
    """Write the badge into the built site; without a run there is none."""
    report, place = read_json(root / "_build/verify.json"), root / "_build/html" / NAME
    if "claims" in report:
        write_text(place, drawn(*told(report)))
    else:
        place.unlink(missing_ok=True)
