"""A backup of everything that a key can see: a file for each collection of the entry point, with one item a line.

    AN_API_TOKEN=… python3 backup.py
"""

import json
import os
import urllib.request

ENTRY = "https://actionnetwork.org/api/v2/"


def get(url):
    request = urllib.request.Request(url, headers={"OSDI-API-Token": os.environ["AN_API_TOKEN"]})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def items(url, relation):
    """Each item. Every page with items leads to another one; the last page is empty."""
    page = get(url)
    while "next" in page["_links"]:
        yield from page["_embedded"][relation]
        page = get(page["_links"]["next"]["href"])


for relation, link in get(ENTRY)["_links"].items():
    if relation in ("self", "docs", "curies") or relation.endswith("_helper"):
        continue
    name = relation.split(":")[1]
    count = 0
    with open(f"{name}.ndjson", "w", encoding="utf-8") as file:
        for item in items(link["href"], relation):
            file.write(json.dumps(item) + "\n")
            count += 1
    print(name, count)
