-- The body of a new event, as a calendar would send it. Every one has an identifier and a day of its own.
local body = [[{
  "identifiers": ["bench_calendar:%s-%d"],
  "origin_system": "Bench Calendar",
  "name": "Street stall %d",
  "title": "Street stall at the market, no. %d",
  "description": "<p>We talk with our neighbours about the <em>new cycle path</em>, hand out maps and collect signatures.</p>",
  "instructions": "<p>Please bring a friend, a pen and something warm to drink.</p>",
  "browser_url": "https://calendar.example.net/events/%d",
  "start_date": "2026-%02d-%02dT17:30:00Z",
  "end_date": "2026-%02d-%02dT19:00:00Z",
  "location": {
    "venue": "Market Hall",
    "address_lines": ["%d Market Street"],
    "locality": "Springfield",
    "region": "IL",
    "postal_code": "62701",
    "country": "US"
  }
}]]

return function(run, number)
  local month, day = number % 12 + 1, number % 28 + 1
  return string.format(body, run, number, number, number, number, month, day, month, day, number % 900 + 1)
end
