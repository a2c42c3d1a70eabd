"""The witnesses of the log that the service asks itself (https://c2sp.org/tlog-witness)."""
