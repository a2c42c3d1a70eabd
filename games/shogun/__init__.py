"""Shogun, by Dirk Henn (Queen Games 2006): three to five daimyo, two years of war, one cube tower."""
