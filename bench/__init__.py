"""The benchmark: the service and its peers, measured in one run."""
