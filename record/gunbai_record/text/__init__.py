"""Text: languages, catalogues of templates in each of them, and the choice of a language."""
