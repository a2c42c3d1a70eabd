"""Games in a store: loaded, changed one after another, founded and summarised, with a log of refusals."""
