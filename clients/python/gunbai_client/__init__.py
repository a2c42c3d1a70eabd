"""What a client of gunbai needs: the record's rules of proof, and the ways to speak to a referee."""
