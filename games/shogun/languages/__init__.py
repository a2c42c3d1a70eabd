"""What Shogun says in other languages, a module for each."""
