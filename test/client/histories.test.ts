import fc from 'fast-check'
import { EventsV2, type EventV2, idOf } from 'osdi-events'
import { expect, test, vi } from 'vitest'
import { filteredListOf } from '../support/filtered-list.ts'
import { base } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'
import { timeStandsStill } from '../support/virtual-time.ts'

const start = Date.UTC(2026, 4, 1, 12)

/** What happens during one request. */
interface Moment {
  /** Duration of the request; many runs take longer than the overlap. */
  readonly seconds: number
  /** Index of the event that is edited, if the index exists. */
  readonly edited: number
  readonly isCreated: boolean
  readonly fails: boolean
}

interface Run {
  readonly moments: readonly Moment[]
  /** What happens before the run. */
  readonly before: readonly Moment[]
  /** Number of events after which the process is killed. */
  readonly killedAfter: number | undefined
}

interface History {
  readonly runs: readonly Run[]
  /** How far this machine's clock is ahead of the service's, in seconds. */
  readonly askew: number
  /** Whether responses have a `Date`. */
  readonly tellsTime: boolean
  readonly filterSupport: 'honoured' | 'ignored' | 'dropped from next'
  readonly prefetch: number
}

const moment = fc.record({
  // Many requests take no time, so dates are equal.
  seconds: fc.oneof(fc.constant(0), fc.nat(2), fc.nat(240)),
  edited: fc.nat(15),
  isCreated: fc.nat(5).map((draw) => draw === 0),
  fails: fc.nat(14).map((draw) => draw === 0),
})

const histories: fc.Arbitrary<History> = fc.record({
  runs: fc.array(
    fc.record({
      before: fc.array(moment, { maxLength: 4 }),
      moments: fc.array(moment, { minLength: 1, maxLength: 6 }),
      killedAfter: fc.option(fc.nat(8), { nil: undefined, freq: 3 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  askew: fc.integer({ min: -120, max: 120 }),
  tellsTime: fc.boolean(),
  filterSupport: fc.constantFrom('honoured', 'ignored', 'dropped from next'),
  prefetch: fc.constantFrom(0, 4),
})

/** A service with its own clock; the version of an event counts its changes. */
function serviceOf({ askew, tellsTime, filterSupport }: History) {
  let now = start
  const events = Array.from({ length: 6 }, () => ({ version: 0, modified: start }))
  const touch = ({ seconds, edited, isCreated }: Moment) => {
    now += seconds * 1000
    vi.setSystemTime(now + askew * 1000)
    const event = events[edited]
    if (event) Object.assign(event, { version: event.version + 1, modified: now })
    if (isCreated) events.push({ version: 0, modified: now })
  }
  // Dates are whole seconds.
  const dateOf = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')
  let moments: readonly Moment[] = []
  const answer = filteredListOf(
    () => events.map(({ version, modified }) => ({ name: `${version}`, modified_date: dateOf(modified) })),
    ({ modified_date }, filter) => String(modified_date) > (/gt '(.*)'$/.exec(filter)?.[1] ?? ''),
    { filterSupport, date: () => (tellsTime ? new Date(now).toUTCString() : undefined) },
  )
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [next, ...others] = moments
    moments = others
    if (next) touch(next)
    if (next?.fails) return new Response('{"error":"Resting"}', { status: 503 })
    return answer(new Request(input, init))
  }
  return {
    client: new EventsV2({ baseUrl: base, apiKey, fetch, retry: false }),
    fetch,
    touch,
    /** Sets what happens during the next requests. */
    script: (next: readonly Moment[]) => {
      moments = next
    },
    now: () => now,
    events: () => events.map(({ version, modified }, index) => ({ id: `e${index}`, version: `${version}`, modified })),
  }
}

type Service = ReturnType<typeof serviceOf>

/** A copy of the service's events. */
interface Copy {
  readonly events: ReadonlyMap<string, string>
  /** @throws if the run fails, or is killed after this many events */
  run(killedAfter?: number): Promise<void>
}

class Killed extends Error {}

async function store(copy: Map<string, string>, list: AsyncIterable<EventV2>, killedAfter = Number.POSITIVE_INFINITY) {
  let left = killedAfter
  for await (const event of list) {
    if (left-- === 0) throw new Killed()
    copy.set(idOf(event), event.name ?? '')
  }
}

function withChanges({ client }: Service, prefetch: number): Copy {
  const events = new Map<string, string>()
  let saved: string | undefined
  return {
    events,
    run: async (killedAfter) => {
      const changes = client.changes({ since: saved, prefetch })
      await store(events, changes, killedAfter)
      saved = changes.cursor
    },
  }
}

/** The usual naive copy: it asks for changes since the start of its last run. */
function naive({ client }: Service, prefetch: number): Copy {
  const events = new Map<string, string>()
  let lastRun: Date | undefined
  return {
    events,
    run: async (killedAfter) => {
      const filter = lastRun && { modified_date: { gt: lastRun } }
      lastRun = new Date()
      await store(events, client.list({ filter, prefetch }), killedAfter)
    },
  }
}

/** Plays a history and a last undisturbed run. @returns the number of events in which the copy differs from the service */
async function play(history: History, way: typeof naive, check: (copy: Copy, service: Service, began: number) => void) {
  vi.setSystemTime(start + history.askew * 1000)
  const service = serviceOf(history)
  const copy = way(service, history.prefetch)
  for (const { before, moments, killedAfter } of history.runs) {
    for (const each of before) service.touch(each)
    const began = service.now()
    service.script(moments)
    try {
      await copy.run(killedAfter)
    } catch {
      continue
    }
    check(copy, service, began)
  }
  service.script([])
  await copy.run()
  return service.events().filter(({ id, version }) => copy.events.get(id) !== version).length
}

/** After a successful run, every event that did not change during the run must be right. */
const isInStep = ({ events }: Copy, service: Service, began: number) => {
  for (const { id, version, modified } of service.events()) {
    if (modified < began) expect(`${id}: ${events.get(id)}`).toBe(`${id}: ${version}`)
  }
}

test('a copy of the events made with changes is right after each successful run of a random history, while a naive copy misses changes', async () => {
  using _ = timeStandsStill()
  const count = process.env.SEED === 'random' ? 500 : 25
  const missed = { histories: 0, naive: 0, changes: 0 }
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      missed.changes += await play(history, withChanges, isInStep)
      missed.naive += await play(history, naive, () => {})
      missed.histories += 1
      expect(missed.changes).toBe(0)
    }),
    { numRuns: count },
  )
  expect(missed.histories).toBe(count)
  // The naive copy misses changes, so these histories are hard enough.
  expect(missed.naive).toBeGreaterThan(count)
  if (count > 25) console.log(missed)
})
