"""Games in a store: loaded, changed one after the other, founded and summarised, with a log of refusals."""
