"""What is known of a reader's own class: its dimensions with witnesses, and what the theorems say of learning it.

``privlearn card FILE`` prints it.  :func:`class_report` makes the report of a class, :func:`report_lines` its text.
"""

from privlearn.report.full_report import class_report, report_lines
from privlearn.report.known_bounds import Wishes
