#!/bin/sh
# Print one line naming what the system lacks and the Debian package that brings it; print nothing when all is there.
# A Python newer than those that were tried is said on standard error, and may do.
# Usage: check_system.sh PYTHON
python=$1
tried=13 # the newest Python 3.x that the book was built with

if ! command -v "$python" >/dev/null 2>&1; then
    echo "$python is missing: install Debian's package python3 (and python3-venv)"
    exit
fi
if ! "$python" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$python is older than 3.11: install a newer one (Debian 12's package python3, or python3.11) and call make PYTHON=..."
    exit
fi
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "$python cannot make environments (no ensurepip): install Debian's package python$version-venv"
    exit
fi
if [ "${version#3.}" -gt "$tried" ]; then
    echo "$python is Python $version; the book was tried with 3.11 to 3.$tried" >&2
fi
