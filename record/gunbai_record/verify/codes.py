"""The exit codes of commands that verify records: `gunbai verify` and `python -m gunbai_record verify`."""

HOLDS, FAILED, MISUSED, INCOMPLETE, NOT_ATTESTED, CONTRADICTED = range(6)
GRAVEST_FIRST = (CONTRADICTED, FAILED, NOT_ATTESTED, INCOMPLETE, HOLDS)
