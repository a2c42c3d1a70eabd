"""The services of the API, with their streams, lists, questions and answers."""
