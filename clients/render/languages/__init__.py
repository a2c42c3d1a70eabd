"""What printed pages say, in a module for each language. All have the same keys and the same names in braces."""
