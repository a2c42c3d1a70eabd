"""What Liar's Dice says in other languages, a module for each."""
