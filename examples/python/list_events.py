#!/usr/bin/env python3
"""Pages through every event of a service, then creates one, with Python's standard library alone.

    npx osdi-events mock -- python3 list_events.py
    npx osdi-events mock --preset action-network -- python3 list_events.py

EVENTS_BASE_URL and EVENTS_API_KEY say which service; `osdi-events mock --` sets both. The one event is created in
whatever service that is: mind where you point it.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

BASE = os.environ["EVENTS_BASE_URL"].rstrip("/") + "/api/v2/"
KEY = os.environ["EVENTS_API_KEY"]
TIMEOUT = 30  # seconds
PAUSE = 0.3  # seconds before a request: the Action Network refuses more than four in a second


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """urllib would take the key along to wherever a redirect leads."""

    def redirect_request(self, *args):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def call(url, body=None):
    """Gets an address, or posts a body to it, and returns what the answer's JSON says."""
    if not url.startswith(BASE):
        raise ValueError(f"{url} is outside {BASE}: the key is not sent there")
    headers = {"OSDI-API-Token": KEY, "Accept": "application/json"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    time.sleep(PAUSE)
    with OPENER.open(urllib.request.Request(url, data, headers), timeout=TIMEOUT) as answer:
        return json.load(answer)


def events():
    """Every event that is tied to the key, page by page: the `next` link leads on until there is none."""
    url = BASE + "events"
    count = total = 0
    while url:
        page = call(url)
        found = page.get("_embedded", {}).get("osdi:events", [])
        # One event may stand there by itself.
        found = found if isinstance(found, list) else [found]
        yield from found
        count += len(found)
        total = page.get("total_records") or total
        url = page.get("_links", {}).get("next", {}).get("href")
    if count < total:
        raise ValueError(f"the list ended early, after {count} of {total} events")


def main():
    count = 0
    for event in events():
        # The digits are the clock at the place of the event, whatever zone is written behind them.
        start = (event.get("start_date") or "")[:16].replace("T", " ")
        print(f"{start:16}  {event['title']}")
        count += 1
    print(f"{count} events")

    made = call(
        BASE + "events",
        {
            "title": "Park clean-up",
            "origin_system": "Python example",
            "start_date": "2026-06-20T10:00:00",
            "location": {"venue": "Meridian Hill Park", "locality": "Washington", "region": "DC", "postal_code": "20009"},
        },
    )
    print(f"created {made['identifiers'][0]}")


if __name__ == "__main__":
    try:
        main()
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {error.read(2000).decode(errors='replace')}")
    except (urllib.error.URLError, ValueError) as error:
        sys.exit(str(error))
