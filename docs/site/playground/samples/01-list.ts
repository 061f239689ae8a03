// List events
import { actionNetwork, EventsV2, wallClockOf } from 'osdi-events'

const apiKey = process.env.EVENTS_API_KEY ?? ''
const events = new EventsV2({ ...actionNetwork, apiKey })

for await (const event of events.list({ max: 10 }))
  console.log(wallClockOf(event).start ?? 'no date yet', event.title)
