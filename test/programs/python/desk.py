"""The desk at the door of an event: people of a sheet sign up, come, or turn out to be somebody else.

    AN_API_TOKEN=… python3 desk.py ID_OF_EVENT < rows.ndjson

A row: {"name", "email", "phone", "zip", "guests", "vegan", "came", "news"}. A spreadsheet made it, so numbers are numbers.
"""

import json
import os
import sys

import requests

API = "https://actionnetwork.org/api/v2"
session = requests.Session()
session.headers["OSDI-API-Token"] = os.environ["AN_API_TOKEN"]


def send(method, url, body):
    response = session.request(method, url, json=body, timeout=30)
    if not response.ok:
        sys.exit(f"{method} {url}: {response.status_code} {response.text}")
    return response.json()


attendances = f"{API}/events/{sys.argv[1]}/attendances"
signed_up = {}
for row in map(json.loads, sys.stdin):
    person = {
        "given_name": row["name"],
        "email_addresses": [{"address": row["email"]}],
        "phone_numbers": [{"number": row["phone"]}],
        "postal_addresses": [{"postal_code": row["zip"]}],
        "custom_fields": {"guests": row["guests"], "vegan": row["vegan"]},
    }
    if row["email"] not in signed_up:
        rsvp = send("POST", attendances, {"person": person})
        signed_up[row["email"]] = rsvp["_links"]["self"]["href"]
    rsvp = send("PUT", signed_up[row["email"]], {"status": "attended" if row["came"] else "accepted"})
    print(row["name"], rsvp["status"])
    if not row["news"]:
        send("PUT", rsvp["_links"]["osdi:person"]["href"], {"email_addresses": [{"status": "unsubscribed"}]})
