"""The numbered rule cases asked in process, and where clauses are cited."""
