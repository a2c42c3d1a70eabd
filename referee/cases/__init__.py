"""The numbered rule cases asked in process, and their command."""
