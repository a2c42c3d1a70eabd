"""The address under which visitors know the pages."""

from __future__ import annotations

import pytest

from clients.web.frame.base_url import BaseUrl


@pytest.mark.parametrize(
    ("text", "parts", "host"),
    [
        ("https://games.example", ("https", "games.example", ""), "games.example"),
        ("https://games.example:443/", ("https", "games.example", ""), "games.example"),
        ("http://games.example:8080/a/b/", ("http", "games.example:8080", "/a/b"), "games.example"),
        ("http://[2001:db8::1]:8080", ("http", "[2001:db8::1]:8080", ""), "[2001:db8::1]"),
        ("http://[2001:DB8::1]/", ("http", "[2001:db8::1]", ""), "[2001:db8::1]"),
    ],
)
def test_an_address_is_split_as_browsers_write_it(text: str, parts: tuple[str, str, str], host: str) -> None:
    url = BaseUrl.parse(text)
    assert (url, url.host) == (parts, host)
    assert BaseUrl.parse(str(url)) == url


@pytest.mark.parametrize(
    "text",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://games.example/?a",
        "https://games.example/#a",
        "https://ann@games.example/",
        'https://games.example/"x',
        "https://games.example//x",
        "https://games.example:x/",
        "https://games.example:99999/",
        "https://[::1/",
    ],
)
def test_what_is_no_address_of_pages_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        BaseUrl.parse(text)
