"""What is kept between runs: the code that a result rests on, and stored results."""

from privlearn.keeping.code import code_of, files_behind, imports_in
from privlearn.keeping.files import locked, read_json, write_json, write_text
from privlearn.keeping.results import book_around, build_folder, kept
