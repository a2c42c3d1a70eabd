"""Connect and gRPC-Web over HTTP/1.1: the services' calls for browsers, curl and clients without gRPC."""
