import type { createMockService as Create, MockService, MockServiceOptions, MockState } from 'osdi-events/mock'

/** The lists of a state document whose entries have ids. */
export type StoredKind = 'people' | 'campaigns' | 'events' | 'attendances'

/**
 * The ids that a mock service gives to its records, one after the other. The places of a state document have these ids and no others, so a record of
 * the real service gets the id of its place. They come from a service that nobody asks.
 */
export class MockIds {
  /** A state document without records. */
  readonly empty: MockState
  readonly #service: MockService
  readonly #ids: { readonly [Kind in StoredKind]: string[] }

  constructor(createMockService: typeof Create, options: Pick<MockServiceOptions, 'namespace' | 'assumptions'>) {
    const assumptions = { ...options.assumptions, onePersonOnce: 'again' as const }
    this.#service = createMockService({ ...options, assumptions })
    const state = this.#service.snapshot().toJSON()
    this.empty = { ...state, people: [], events: [], campaigns: [], attendances: [], outbox: [], reminded: [] }
    this.#ids = { people: state.people.map(({ id }) => id), campaigns: [], events: [], attendances: [] }
  }

  /** The id of the record at a place of a list. */
  at(kind: StoredKind, index: number): string {
    const ids = this.#ids[kind]
    while (ids.length <= index) ids.push(this.#next(kind))
    return ids[index] ?? ''
  }

  #next(kind: StoredKind): string {
    const service = this.#service
    if (kind === 'people') return service.addPerson({}).id
    if (kind === 'campaigns') return service.addCampaign({ title: 'a campaign', key: service.seeded.group }).id
    if (kind === 'events') return service.addEvent({ title: 'an event' }).id
    const [attendance] = service.attend(this.at('events', 0), this.at('people', 0))
    return attendance?.id ?? ''
  }
}
