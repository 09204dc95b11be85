"""The papers, a package each: ``papers/<paper>/<page>`` has the checks, instances and exercises of a page.

A paper's ``CONTENTS`` names its pages and their modules in the order of the text.  Which papers there are says
:mod:`privlearn.checking.paper_list`.
"""
