"""What the pages say, by keys, in a module for each language. All have the same keys, and the same names in braces."""
