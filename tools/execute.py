"""`python -m tools.execute`: the command line of `tools.execute_pages`.

A module of its own, and a small one, because every forked kernel imports the main module of its parent again.
"""
if __name__ == "__main__":
    from tools.execute_pages import main

    raise SystemExit(main())
