/**
 * An agenda in Markdown: what is on in the days to come, by day. For Deno.
 *
 * With EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE set; the permissions keep the key from going anywhere but to that host:
 *
 *     deno run --allow-env=EVENTS_BASE_URL,EVENTS_API_KEY,EVENTS_NAMESPACE --allow-net=events.example.org agenda.ts 2026-06-15 14
 *
 * The first argument is the first day, today where there is none; the second says how many days, seven where there is none.
 * With the mock service: `npx osdi-events mock -- deno task agenda`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- deno task agenda`
 */
import { EventsV2, isEventsError, isPublic, wallClockOf } from 'osdi-events'

const [from = Temporal.Now.plainDateISO().toString(), days = '7'] = Deno.args
const first = Temporal.PlainDate.from(from)
const end = first.add({ days: Number(days) }).toString()

const names = ['EVENTS_BASE_URL', 'EVENTS_API_KEY', 'EVENTS_NAMESPACE']
const [baseUrl, apiKey, namespace] = names.map((name) => Deno.env.get(name))
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

/** In Markdown, nothing that strangers wrote is more than text on one line. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')

/** The lines of each day. */
const agenda = new Map<string, string[]>()
try {
  const list = new EventsV2({ baseUrl, apiKey, namespace, rateLimit: { perSecond: 4 } }).list()
  for await (const event of list) {
    // The clock at the place of the event: days and times as text, which no time zone moves.
    const [day = '', time = ''] = wallClockOf(event).start?.split('T') ?? []
    if (day < first.toString() || day >= end || !isPublic(event)) continue
    const place = [event.location?.venue, event.location?.locality].filter(Boolean).join(', ')
    const line = [`${time.slice(0, 5)} **${plain(event.title)}**`, plain(place)].filter(Boolean).join(', ')
    agenda.set(day, [...(agenda.get(day) ?? []), line])
  }
  if (!list.report?.complete) {
    console.error('The list of events ended early: an agenda would lack some.')
    Deno.exit(1)
  }
} catch (error) {
  if (!isEventsError(error)) throw error
  console.error(error.message)
  Deno.exit(1)
}

for (const [day, lines] of [...agenda].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const heading = Temporal.PlainDate.from(day).toLocaleString('en-GB', { dateStyle: 'full' })
  console.log(
    `## ${heading}\n\n${lines
      .sort()
      .map((line) => `- ${line}`)
      .join('\n')}\n`,
  )
}
if (agenda.size === 0) console.log('Nothing is on.')
