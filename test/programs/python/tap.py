"""A tap in the manner of Singer: what changed in event campaigns, events and their attendances, as lines of JSON.

    python3 tap.py --config config.json [--state state.json]

config.json: {"api_token": "…", "start_date": "2020-01-01T00:00:00Z"}
"""

import argparse
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta

ENTRY = "https://actionnetwork.org/api/v2/"
DATE = "%Y-%m-%dT%H:%M:%SZ"
TEXT = {"type": ["null", "string"]}
NUMBER = {"type": ["null", "integer"]}
TIME = {"type": ["null", "string"], "format": "date-time"}
COMMON = {"id": {"type": "string"}, "created_date": TIME, "modified_date": TIME}

STREAMS = {
    "event_campaigns": {**COMMON, "title": TEXT, "host_pitch": TEXT, "total_events": NUMBER, "total_rsvps": NUMBER},
    "events": {**COMMON, "title": TEXT, "status": TEXT, "start_date": TEXT, "total_accepted": NUMBER},
    "attendances": {**COMMON, "status": TEXT, "person_id": TEXT, "event_id": TEXT},
}


def write(kind, **members):
    print(json.dumps({"type": kind, **members}), flush=True)


def get(url, token, tries=6):
    """The JSON at an address. Four calls a second are allowed: each refusal doubles the pause."""
    for attempt in range(tries):
        try:
            request = urllib.request.Request(url, headers={"OSDI-API-Token": token})
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 429 or attempt == tries - 1:
                raise SystemExit(f"{error.code}: {error.read(500).decode()}")
            time.sleep(0.25 * 2**attempt)


def items(url, relation, token, since=None):
    """Each item of a collection, page by page."""
    if since:
        # Only eq, gt and lt are documented, and dates have whole seconds: one second earlier leaves out nothing.
        earlier = datetime.strptime(since, DATE) - timedelta(seconds=1)
        url += "?" + urllib.parse.urlencode({"filter": f"modified_date gt '{earlier.strftime(DATE)}'"})
    while url:
        page = get(url, token)
        yield from page["_embedded"][relation]
        url = page["_links"].get("next", {}).get("href")


def id_of(item):
    return next(one.split(":", 1)[1] for one in item["identifiers"] if one.startswith("action_network:"))


def emit(stream, found, bookmarks):
    """Writes the records of a stream, and returns the latest time of modification."""
    latest = bookmarks[stream]
    for item in found:
        record = {name: item.get(name) for name in STREAMS[stream]}
        record["id"] = id_of(item)
        if stream == "attendances":
            record["person_id"] = item["action_network:person_id"]
            record["event_id"] = item["action_network:event_id"]
        write("RECORD", stream=stream, record=record)
        latest = max(latest, item["modified_date"])
    return latest


def sync(token, bookmarks):
    links = get(ENTRY, token)["_links"]
    if "osdi:tags" not in links:
        raise SystemExit("the key is not valid")
    campaigns = links["action_network:event_campaigns"]["href"]
    events = links["osdi:events"]["href"]
    for stream, properties in STREAMS.items():
        schema = {"type": "object", "properties": properties}
        write("SCHEMA", stream=stream, schema=schema, key_properties=["id"], bookmark_properties=["modified_date"])

    for stream, url, relation in (
        ("event_campaigns", campaigns, "action_network:event_campaigns"),
        ("events", events, "osdi:events"),
    ):
        bookmarks[stream] = emit(stream, items(url, relation, token, bookmarks[stream]), bookmarks)
        write("STATE", value={"bookmarks": bookmarks})

    # An event does not change with its attendances, so every event is asked for its new ones.
    since = bookmarks["attendances"]
    latest = since
    for event in items(events, "osdi:events", token):
        url = event["_links"]["osdi:attendances"]["href"]
        latest = max(latest, emit("attendances", items(url, "osdi:attendances", token, since), bookmarks))
    bookmarks["attendances"] = latest
    write("STATE", value={"bookmarks": bookmarks})


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    parser.add_argument("--state")
    options = parser.parse_args()
    config = load(options.config)
    saved = load(options.state)["bookmarks"] if options.state else {}
    sync(config["api_token"], {stream: saved.get(stream, config["start_date"]) for stream in STREAMS})
