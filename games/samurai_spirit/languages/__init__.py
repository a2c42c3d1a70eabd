"""What Samurai Spirit says in other languages, a module for each."""
