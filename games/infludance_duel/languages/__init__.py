"""What INFLUDANCE Duel says in other languages, a module for each."""
