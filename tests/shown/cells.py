"""The cells of a table as HTML, whose tags must be closed in order."""
from html.parser import HTMLParser


class Cells(HTMLParser):
    """Counts cells and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.count = [], {"tr": 0, "td": 0, "th": 0, "caption": 0}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("br", "hr", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
