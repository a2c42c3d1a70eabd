"""Text: languages, catalogues of templates in each of them, and how a language is chosen."""
