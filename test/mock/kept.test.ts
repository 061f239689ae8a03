import fc from 'fast-check'
import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { engineOf } from '../../mock-server/engine.ts'
import { Kept } from '../../mock-server/resources/kept.ts'
import { Pages } from '../../mock-server/resources/pages.ts'
import type { View } from '../../mock-server/resources/view.ts'

interface Item {
  readonly id: string
  readonly serial: number
}

/** The text of an answer. */
async function textAt(service: MockService, path: string, init: RequestInit = {}): Promise<string> {
  const { token } = service.seeded.group
  const headers = { 'api-key': token, 'OSDI-API-Token': token, 'Content-Type': 'application/json' }
  return (await service.fetch(service.baseUrl + path, { ...init, headers })).text()
}

/** What a service shows of its events, each of them and all together, in both versions. */
async function shownBy(service: MockService): Promise<readonly string[]> {
  const events = JSON.parse(await textAt(service, '/api/v2/events'))._embedded['osdi:events']
  const ids = events.map(({ identifiers }: { identifiers: string[] }) => identifiers[0]?.split(':')[1])
  // Pages and events are kept once they are asked for again.
  const paths = ['/events', ...ids.map((id: string) => `/events/${id}`)].flatMap((path) => [path, path, path])
  return Promise.all(paths.flatMap((path) => ['v1', 'v2'].map((version) => textAt(service, `/api/${version}${path}`))))
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('update' as const), at: fc.nat(9), title: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('clear' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('attend' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('create' as const), title: fc.string({ minLength: 1 }) }),
  fc.constant({ kind: 'keep' } as const),
  fc.constant({ kind: 'restore' } as const),
  fc.constant({ kind: 'reset' } as const),
  fc.constant({ kind: 'look' } as const),
)

test('an answer is the same whether anybody asked before or not, whatever has happened since', async () => {
  const assumptions = fc.constantFrom({}, { modified: 'moves' } as const, { unset: 'null' } as const)
  await fc.assert(
    fc.asyncProperty(assumptions, fc.array(change, { maxLength: 12 }), async (given, changes) => {
      const options = { events: 4, seed: 'texts', assumptions: given }
      // One is asked after every change, the other is not asked before the end.
      const [asked, fresh] = [createMockService(options), createMockService(options)]
      for (const service of [asked, fresh]) {
        let kept = service.snapshot()
        const put = (id: string, body: object) =>
          textAt(service, `/api/v2/events/${id}`, { method: 'PUT', body: JSON.stringify(body) })
        for (const one of changes) {
          const { group } = service.seeded
          const targets = service.targeting(group).map(({ id }) => id)
          const id = ('at' in one && targets[one.at % targets.length]) || ''
          if (one.kind === 'update') await put(id, { title: one.title })
          if (one.kind === 'clear') await put(id, { description: null, location: null })
          if (one.kind === 'attend' && id !== '') service.attend(id, 1)
          if (one.kind === 'create')
            service.attend(service.addEvent({ title: one.title.trim() || 'x' }, { key: group }), 1)
          if (one.kind === 'keep') kept = service.snapshot()
          if (one.kind === 'restore') service.restore(kept)
          if (one.kind === 'reset') service.reset()
          if (service === asked) await shownBy(service)
        }
      }
      expect(await shownBy(asked)).toEqual(await shownBy(fresh))
    }),
    { numRuns: 40 },
  )
})

test('services with the same data show it under their own address and namespace', async () => {
  const one = createMockService({ events: 3 })
  await shownBy(one)
  const other = createMockService({ namespace: 'action_network', baseUrl: 'https://actionnetwork.org' })
  other.restore(one.snapshot())
  const texts = await shownBy(other)
  expect(texts.join()).not.toMatch(/events\.example\.org|"platform:/)
  expect(texts.join()).toMatch(/"href":"https:\/\/actionnetwork\.org\/api\/v1\/events\/[\w-]+\/embed"/)
  expect((await shownBy(one)).join()).not.toMatch(/actionnetwork/)
})

test('a record is shown anew for every view, and where another record has its place', () => {
  const shown: string[] = []
  const show = (_view: View, { title }: Item & { title: string }) => {
    shown.push(title)
    return title
  }
  const kept = new Kept({ show, size: () => 1, most: 1000 })
  const [view, another] = [{} as View, {} as View]
  const [old, changed] = [
    { id: '1', serial: 0, title: 'old' },
    { id: '1', serial: 0, title: 'new' },
  ]
  for (const item of [old, old, old, changed, changed, old]) expect(kept.in(view, item)).toBe(item.title)
  expect(shown).toEqual(['old', 'old', 'new', 'old'])
  for (const each of [another, view, another]) kept.in(each, old)
  expect(shown.slice(4)).toEqual(['old'])
})

test('of a record no more is kept than for the views of the base addresses that are known', () => {
  let shown = 0
  const show = () => {
    shown += 1
    return ''
  }
  const kept = new Kept({ show, size: () => 1, most: 1_000_000 })
  const record = { id: '1', serial: 0 }
  const all = Array.from({ length: 101 }, () => ({}) as View)
  for (const view of all) kept.in(view, record)
  expect([shown, kept.size]).toEqual([101, 34])
  for (const view of all.slice(-34)) kept.in(view, record)
  expect(shown).toBe(101)
  for (const view of all.slice(0, 5)) kept.in(view, record)
  expect([shown, kept.size]).toEqual([106, 34])
})

test('one base address too many makes the service forget the oldest one, and no other', () => {
  const { run } = engineOf(createMockService()) ?? {}
  const base = (number: number) => run?.worldAt(`http://host-${number}.test`)
  const worlds = Array.from({ length: 17 }, (_, number) => base(number))
  expect(worlds.slice(1).map((world, index) => world === base(index + 1))).not.toContain(false)
  expect(base(0)).not.toBe(worlds[0])
})

test('no more bytes are kept than were allowed, and what was kept first goes first', () => {
  const sizes = fc.array(fc.record({ serial: fc.nat(8), size: fc.nat(40) }), { maxLength: 60 })
  fc.assert(
    fc.property(sizes, (items) => {
      let shown = 0
      const show = (_view: View, { size }: Item & { size: number }) => {
        shown += 1
        return size
      }
      const kept = new Kept({ show, size: (size) => size, most: 100 })
      const view = {} as View
      for (const { serial, size } of items) {
        const item = { id: String(serial), serial, size }
        for (const _time of [1, 2]) expect(kept.in(view, item)).toBe(size)
        expect(kept.size).toBeLessThanOrEqual(100)
        const before = shown
        kept.in(view, item)
        // What was asked for last, and twice, is there still.
        expect(shown).toBe(before)
      }
    }),
  )
})

test('what is asked for once is not kept, and what is kept may be a copy', () => {
  let shown = 0
  const show = (_view: View, { id }: Item) => {
    shown += 1
    return `${id} shown`
  }
  const kept = new Kept({ show, copy: (as) => `${as} and copied`, size: () => 1, most: 1_000_000 })
  const view = {} as View
  const items = Array.from({ length: 5000 }, (_, serial) => ({ id: String(serial), serial }))
  for (const item of items) expect(kept.in(view, item)).toBe(`${item.id} shown`)
  expect([kept.size, shown]).toEqual([0, 5000])
  const [first, last] = [items[0], items[4999]] as [Item, Item]
  // Thousands have been asked for since the first.
  expect([first, first, first].map((item) => kept.in(view, item))).toEqual(['0 shown', '0 shown', '0 shown and copied'])
  expect([last, last].map((item) => kept.in(view, item))).toEqual(['4999 shown', '4999 shown and copied'])
})

test('a page is kept once it is asked for again, until its store changes, and 24 MB of pages at the most', () => {
  let made = 0
  const make = (size: number) => () => {
    made += 1
    return [new Uint8Array(size / 2), new Uint8Array(size / 2)]
  }
  const pages = new Pages()
  const lengths = (name: string, revision: number) => pages.of(name, revision, make(1000)).map(({ length }) => length)
  expect([lengths('a', 1), lengths('a', 1), lengths('a', 1)]).toEqual([[500, 500], [1000], [1000]])
  expect(made).toBe(2)
  expect([lengths('a', 2), lengths('b', 2), lengths('a', 2)]).toEqual([[500, 500], [500, 500], [1000]])
  expect(made).toBe(5)
  for (let number = 0; number < 60; number += 1) {
    for (const _time of [1, 2]) pages.of(String(number), 2, make(1_000_000))
    expect(pages.size).toBeLessThanOrEqual(24_000_000)
  }
  expect(pages.of('59', 2, make(2))).toHaveLength(1)
  expect(pages.of('0', 2, make(2))).toHaveLength(2)
})
