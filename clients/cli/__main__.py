"""`python -m clients.cli` is the `gunbai` command."""

from clients.cli.app import main

main()
