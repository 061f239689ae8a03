#!/bin/sh
# How many events there are, and those to which a person came, perhaps since a date.
#
#     AN_API_TOKEN=… sh history.sh ada@example.org [2026-05-01]
set -eu

api=https://actionnetwork.org/api/v2/
get() { curl --silent --show-error --fail-with-body --max-time 30 --header "OSDI-API-Token: $AN_API_TOKEN" "$@"; }

# The parameters of the first request are in its body.
pages=$(get --request GET "$api/events" --data per_page=20 | jq .total_pages)
page=0
while [ $page -lt "$pages" ]; do
  page=$((page + 1))
  # The address has a question mark too many.
  get "$api/events?per_page=20&page=$page?filter=" | jq --raw-output '._embedded["osdi:events"][].identifiers[0]'
done | sort -u | wc -l | tr -d ' '

person=$(get --get "$api/people" --data-urlencode "filter=email eq '$1'" |
  jq --raw-output '._embedded["osdi:people"][0].identifiers[0]')
# Without a date, the filter is empty.
since=${2:+modified_date gt \'$2\'}
get --get "$api/people/${person#action_network:}/attendances" --data-urlencode "filter=$since" |
  jq --raw-output '._embedded["osdi:attendances"][]._links["osdi:event"].href' |
  while IFS= read -r event; do get "$event" | jq --raw-output .title; done
