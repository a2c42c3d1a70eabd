"""What King of Tokyo says in other languages, a module for each."""
