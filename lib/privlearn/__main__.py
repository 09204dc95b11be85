"""``python -m privlearn`` is the command ``privlearn``."""

import sys

from privlearn.cli import main

sys.exit(main())
