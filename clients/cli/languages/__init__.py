"""What printed pages say and typed lines mean, in a module for each language.

All have the same keys and the same names in braces. Words that are typed are separated by commas.
"""
