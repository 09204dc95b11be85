"""The same site in less time: work of Sphinx that leaves no trace in a site built from nothing is not done.

These are changes inside Sphinx and its extensions; without this extension the site is the same, built
more slowly. A test compares the bytes.
"""
import functools

import pybtex.plugin
from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters import toctree
from sphinx.ext.autodoc import type_comment
from sphinx.pycode.parser import Parser


def _keep(builder, docname, doctree, *, _cache=True):
    """Keep a page as it was read for when it is written, without a copy on the disk where none is ever read again."""
    if not _cache or docname == builder.config.root_doc or _has_captions(builder.env, doctree):
        _write_doctree(builder, docname, doctree, _cache=_cache)
    else:
        doctree.reporter = doctree.transformer = None
        builder.env._write_doc_doctree_cache[docname] = doctree


def _has_captions(env, doctree):
    """Tell whether other pages may refer to a figure, table or listing of a page by its number: they look at it."""
    domain = env.get_domain("std")
    return any(domain.is_enumerable_node(node) and domain.get_numfig_title(node)
               for node in doctree.findall(nodes.Element))


def _kept(env, docname):
    """Return the page that was kept: figures are numbered by a look at each, which changes nothing.

    The root's is a copy, as its toctrees serve all pages, but not its own once it is written.
    """
    doctree = None if docname == env.config.root_doc else env._write_doc_doctree_cache.get(docname)
    return _get_doctree(env, docname) if doctree is None else doctree


def _title(contents):
    """Return the part of a page's table of contents that stays where titles only are shown: the title and toctrees."""
    short = contents.deepcopy()
    for entry in short.children:
        if len(entry) > 1:
            subtrees = list(entry.findall(addnodes.toctree))
            if subtrees:
                entry[1][:] = subtrees
            else:
                entry.pop(1)
    return short


def _resolve(env, docname, builder, node, *, titles_only=False, **options):
    """Resolve a toctree that shows titles only from titles, not from copies of the contents of all pages."""
    full = env.tocs
    if titles_only or node.get("titlesonly", False):
        env.tocs = _titles(env)
    try:
        return _resolve_toctree(env, docname, builder, node, titles_only=titles_only, **options)
    finally:
        env.tocs = full


@functools.cache
def _titles(env):
    return {docname: _title(contents) for docname, contents in env.tocs.items()}


def _when_all_is_read(app, builder):
    toctree._resolve_toctree = _resolve
    # Types in docstrings are words ("int"), looked for among all names of the library each time that they occur.
    PythonDomain.find_obj = functools.lru_cache(maxsize=None)(PythonDomain.find_obj)


_write_doctree, _get_doctree = Builder.write_doctree, BuildEnvironment.get_doctree
_resolve_toctree = toctree._resolve_toctree


def setup(app):
    """Replace what is slow."""
    Builder.write_doctree, BuildEnvironment.get_doctree = _keep, _kept
    Parser.parse_definition = lambda parser: None  # the lines where definitions are: autodoc never asks for them
    type_comment.get_type_comment = lambda thing, bound_method=False: None  # the library has no types in comments
    # The plugin that formats citations is looked for among all installed packages at each of them.
    pybtex.plugin._load_entry_point = functools.cache(pybtex.plugin._load_entry_point)
    app.connect("write-started", _when_all_is_read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
