"""The API's services, with their streams, lists, questions and answers."""
