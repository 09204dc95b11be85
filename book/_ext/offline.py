"""Keep every page free of requests to other hosts: remove the live-code scripts that jupyter-book adds to them."""


def _is_thebe(file):
    text = f"{getattr(file, 'filename', '') or ''} {getattr(file, 'attributes', {}).get('body', '')}"
    return "thebe" in text.lower()


def _strip(app, pagename, templatename, context, doctree):
    for key in ("script_files", "css_files"):
        context[key] = [file for file in context.get(key, []) if not _is_thebe(file)]


def setup(app):
    """Run after all extensions have added their files."""
    app.connect("html-page-context", _strip, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
