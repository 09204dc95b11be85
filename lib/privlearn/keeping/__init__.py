"""What is kept between runs: the code that a result rests on, and stored results."""

from privlearn.keeping.code import code_of, files_behind, imports_in
from privlearn.keeping.results import build_folder, kept
