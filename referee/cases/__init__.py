"""The numbered rule cases, run in process, and where clauses are cited."""
