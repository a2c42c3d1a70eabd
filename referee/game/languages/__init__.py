"""What every game says from its creation to its end, whatever its title: a module for each language."""
