"""What is kept between runs: the code that a result rests on, and stored results."""

from privlearn.keeping.code import code_of, files_behind
from privlearn.keeping.files import locked, read_json, write_json, write_text
from privlearn.keeping.places import book_around, build_folder
from privlearn.keeping.reading import imports_in, keep_readings
from privlearn.keeping.results import kept
