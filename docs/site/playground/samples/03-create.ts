// Create, and see what the service made of it
import { EventsV2, idOf, unappliedOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService()
const { baseUrl, fetch } = service
const { token: apiKey } = service.addKey({
  group: service.addGroup({ title: 'Park friends' }),
})
const events = new EventsV2({ baseUrl, apiKey, fetch })

const event = await events.create({
  title: 'Picnic',
  origin_system: 'Calendar',
  identifiers: ['calendar:42'],
  start_date: '2026-06-20T18:00:00',
  location: { venue: 'Band shell', locality: 'Nashville', region: 'TN' },
})
console.log(idOf(event), event.location)
console.log('not applied:', unappliedOf(event))
// The tab "Explorer" shows the request, and the event as the service keeps it.
