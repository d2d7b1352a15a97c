"""`python -m cardgen.cli` is `cardgen`."""

from cardgen.cli import main

main()
