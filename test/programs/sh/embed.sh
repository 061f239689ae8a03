#!/bin/sh
# The events page of a static website: each upcoming public event with its embed, and a link to its page.
#
#     AN_API_TOKEN=… TODAY=2026-05-01 sh embed.sh >events.html
set -eu

api=https://actionnetwork.org/api/v2
# Four requests a second are allowed: curl waits after status 429.
get() { curl --silent --show-error --fail-with-body --max-time 30 --retry 5 --header "OSDI-API-Token: $AN_API_TOKEN" "$@"; }

# The list, page by page: one line of JSON for each event.
upcoming() {
  page=$(get --get "$api/events" --data-urlencode "filter=start_date gt '$TODAY'")
  while :; do
    printf '%s' "$page" | jq --compact-output '._embedded["osdi:events"][]'
    next=$(printf '%s' "$page" | jq --raw-output '._links.next.href // empty')
    [ -n "$next" ] || break
    page=$(get "$next")
  done
}

# The website shows neither cancelled nor private nor hidden events.
public='select(.status != "cancelled" and .visibility != "private" and (.["action_network:hidden"] | not))'

events=$(upcoming)
events=$(printf '%s' "$events" | jq --slurp --compact-output "map($public) | sort_by(.start_date)[]")
printf '<!doctype html>\n<title>Events</title>\n'
printf '%s\n' "$events" | while IFS= read -r event; do
  [ -n "$event" ] || continue
  embed=$(get "$(printf '%s' "$event" | jq --raw-output '._links["action_network:embed"].href')")
  printf '%s' "$event" | jq --raw-output '"<section><time>\(.start_date[:16])</time> \(.title | @html)"'
  printf '%s' "$embed" | jq --raw-output .embed_standard_layout_only_styles
  printf '%s' "$event" | jq --raw-output '"<a href=\"\(.browser_url | @html)\">I will come</a></section>"'
done
