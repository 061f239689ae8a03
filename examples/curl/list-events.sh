#!/usr/bin/env bash
# Pages through every event of a service, then creates one, with curl.
#
#     npx osdi-events mock -- bash list-events.sh
#     npx osdi-events mock --preset action-network -- bash list-events.sh
#
# EVENTS_BASE_URL and EVENTS_API_KEY say which service; `osdi-events mock --` sets both. The one event is created in whatever service that
# is: mind where you point it. For more than the identifiers, hand the answers to jq.
set -euo pipefail

base="${EVENTS_BASE_URL:?is not set}/api/v2/"
: "${EVENTS_API_KEY:?is not set}"

# A redirect fails, for curl would take the key along. The key itself goes through a file descriptor, for anyone on the machine may read the arguments of a program.
call() {
  case $1 in
    "$base"*) ;;
    *) echo "$1 is outside $base: the key is not sent there" >&2; return 1 ;;
  esac
  # The Action Network refuses more than four requests in a second.
  sleep 0.3
  curl --silent --show-error --fail --location --max-redirs 0 --max-time 30 --header @<(printf 'OSDI-API-Token: %s\n' "$EVENTS_API_KEY") "$@"
}

count=0
total=0
url="${base}events"
while [ -n "$url" ]; do
  page=$(call "$url")
  # The first identifier of each event.
  while IFS= read -r identifier; do
    echo "$identifier"
    count=$((count + 1))
  done < <(grep -o '"identifiers":\["[^"]*"' <<<"$page" | cut -d '"' -f 4)
  # The next link leads on until there is none.
  url=$(grep -o '"next":{"href":"[^"]*"' <<<"$page" | cut -d '"' -f 6 || true)
  found=$(grep -o -m 1 '"total_records":[0-9]*' <<<"$page" | cut -d : -f 2 || true)
  total=${found:-$total}
done
if [ "$count" -lt "$total" ]; then
  echo "the list ended early, after $count of $total events" >&2
  exit 1
fi
echo "$count events"

made=$(call "${base}events" --header 'Content-Type: application/json' --data '{
  "title": "Park clean-up",
  "origin_system": "curl example",
  "start_date": "2026-06-20T10:00:00",
  "location": { "venue": "Meridian Hill Park", "locality": "Washington", "region": "DC", "postal_code": "20009" }
}')
echo "created $(grep -o '"identifiers":\["[^"]*"' <<<"$made" | cut -d '"' -f 4)"
