/**
 * Pages through every event of a service and prints them as a table, in both versions of the interface; then creates, updates and
 * re-reads one, and shows what DELETE answers: this interface refuses it.
 *
 * Run it: `node list-all-events.ts`. It needs `osdi-events` alone, and Node 22.18 or newer. It runs against a mock service in this process.
 *
 * With EVENTS_BASE_URL and EVENTS_API_KEY set (and EVENTS_NAMESPACE, EVENTS_VERSION where they are not `platform` and `v2`) it lists that
 * service instead, and writes nothing to it. With a mock service on a port: `npx osdi-events mock -- node list-all-events.ts`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node list-all-events.ts`
 */
import { EventsV1, EventsV2, type EventV1, type EventV2, eventsOf, idOf, isEventsError, wallClockOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const columns = { title: 44, start: 16, place: 26, rsvps: 5 }
type Row = Record<keyof typeof columns, string>

/** Fits text of the service into a column: it is untrusted, so nothing in it may move the cursor or break the line. */
function cell(text: string, width: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return (clean.length > width ? `${clean.slice(0, width - 1)}…` : clean).padEnd(width)
}

function print(row: Row): void {
  const { title, start, place, rsvps } = columns
  console.log(
    [cell(row.title, title), cell(row.start, start), cell(row.place, place), row.rsvps.padStart(rsvps)].join('  '),
  )
}

function rowOf(event: EventV1 | EventV2): Row {
  const { venue, locality, region } = event.location ?? {}
  return {
    title: 'title' in event ? event.title : event.summary,
    start: wallClockOf(event).start?.slice(0, 16).replace('T', ' ') ?? '',
    place: [locality || venue, region].filter(Boolean).join(', '),
    rsvps: String(event.total_accepted ?? ''),
  }
}

async function listAll(events: EventsV1 | EventsV2, heading: string): Promise<void> {
  console.log(`\n${heading}`)
  print({ title: 'TITLE', start: 'LOCAL START', place: 'PLACE', rsvps: 'RSVPS' })
  let count = 0
  let pages = 0
  const list = events.list()
  for await (const page of list.pages()) {
    pages += 1
    for (const event of eventsOf(page)) {
      print(rowOf(event))
      count += 1
    }
  }
  console.log(`${count} events on ${pages} pages`)
  if (!list.report?.complete) console.error('The list ended early: the service has more events.')
}

async function writeOne(events: EventsV2): Promise<void> {
  console.log('\nCreate, update, read again, delete (version 2)')
  const made = await events.create({
    title: 'Park clean-up',
    origin_system: 'Neighbourhood calendar',
    start_date: '2026-06-20T10:00:00',
    location: { venue: 'Meridian Hill Park', locality: 'Washington', region: 'DC', postal_code: '20009' },
  })
  console.log(`created  ${idOf(made)}  ${made.title}, ${wallClockOf(made).start}`)
  await events.update(made, { title: 'Park clean-up, with lunch', start_date: '2026-06-20T11:00:00' })
  const read = await events.get(made)
  console.log(`re-read  ${idOf(read)}  ${read.title}, ${wallClockOf(read).start}`)
  try {
    await events.delete(read)
  } catch (error) {
    if (!isEventsError(error)) throw error
    console.log(`delete   refused, as documented: ${error.message}`)
  }
}

async function showMock(namespace: string): Promise<void> {
  const { baseUrl, fetch, seeded } = createMockService({ events: 60, namespace })
  const options = { baseUrl, namespace, apiKey: seeded.group.token, fetch }
  const two = new EventsV2(options)
  await listAll(new EventsV1(options), `Version 1 of ${baseUrl}`)
  await listAll(two, `Version 2 of ${baseUrl}`)
  await writeOne(two)
}

const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE = 'platform', EVENTS_VERSION = 'v2' } = process.env
if (!EVENTS_BASE_URL) {
  await showMock(EVENTS_NAMESPACE)
} else {
  if (!EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL is set, but EVENTS_API_KEY is not')
  const versions: Record<string, typeof EventsV1<string> | typeof EventsV2<string>> = { v1: EventsV1, v2: EventsV2 }
  const Events = versions[EVENTS_VERSION]
  if (!Events) throw new Error('EVENTS_VERSION must be v1 or v2')
  const events = new Events({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, namespace: EVENTS_NAMESPACE })
  await listAll(events, `Version ${EVENTS_VERSION.slice(1)} of ${events.baseUrl}`)
}
