/** What is typed in the picture of the terminal. */
export const session = [
  'npx osdi-events list --max 5 --fields title,start_date,location.locality',
  'npx osdi-events export --out events.ndjson',
  'npx osdi-events create --title Picnic --origin-system Calendar --start 2026-02-30T18:00',
]
