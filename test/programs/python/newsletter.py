"""The events of a newsletter, as text.

    AN_API_TOKEN=… python3 newsletter.py
"""

import html
import json
import os
import re
import textwrap
import urllib.request
from datetime import datetime


def get(url):
    request = urllib.request.Request(url, headers={"OSDI-API-Token": os.environ["AN_API_TOKEN"]})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def events():
    """Each event, until a page is empty."""
    page = get("https://actionnetwork.org/api/v2/events")
    while page["_embedded"]["osdi:events"]:
        yield from page["_embedded"]["osdi:events"]
        page = get(page["_links"]["next"]["href"])


def plain(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


for event in events():
    start = datetime.strptime(event["start_date"], "%Y-%m-%dT%H:%M:%SZ")
    place = event["location"]
    print(f"{event['title']}{event['name'] and ' (' + event['name'] + ')'}")
    where = [place["venue"].strip(), f"{place['postal_code']} {place['locality']}".strip()]
    print("  " + ", ".join([f"{start:%a %d %b, %H:%M}", *filter(None, where)]))
    for text in (event["description"], event["instructions"]):
        if text:
            print(textwrap.indent(textwrap.fill(plain(text), 70), "  "))
