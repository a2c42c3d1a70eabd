"""What printed pages say (`WORDS`) and typed lines mean (`TYPED`), in a module for each language.

All have the same keys and the same names in braces.
"""
