"""`python -m adjudicator` is the command `postfox`."""

from adjudicator.cli import main

main()
