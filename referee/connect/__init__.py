"""Connect and gRPC-Web over HTTP/1.1: the calls of the services for browsers, curl and clients without gRPC."""
