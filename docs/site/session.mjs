/** What is typed in the picture of the terminal. */
export const session = [
  'npx osdi-events list --max 6',
  'npx osdi-events export --out events.ndjson',
  'npx osdi-events create --title Picnic --origin-system Me --start 2026-02-30',
]
