"""The benchmark: what the service promises to be able to do, measured in one run beside its peers."""
