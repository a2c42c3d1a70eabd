"""The parts of gRPC that the client needs, with coroutines (`aio`) and without (`blocking`), under the same names."""
