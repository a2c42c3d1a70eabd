"""The contract as checks: what `gunbai title check` asks of any title, and the tests of those in this repository."""
