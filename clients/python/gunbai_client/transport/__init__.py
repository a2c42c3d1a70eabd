"""What the client needs of gRPC, once with coroutines (`aio`) and once without (`blocking`), under the same names."""
