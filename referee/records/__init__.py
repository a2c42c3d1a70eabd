"""Games in a store: loaded, changed one after the other, founded, summarised; refusals logged beside them."""
