import type { Place, ResourceKind } from './place.ts'

const kinds = {
  events: 'events',
  people: 'people',
  event_campaigns: 'campaigns',
  attendance: 'attendances',
  attendances: 'attendances',
} as const satisfies Readonly<Record<string, ResourceKind>>

/** The ids that the records of the service have in the mock. Two records of different kinds may have the same id. */
export class Counterparts {
  readonly #ids = new Map<string, string>()
  readonly #shown = new Set<string>()

  set(kind: ResourceKind, id: string, mockId: string): void {
    this.#ids.set(`${kind}/${id}`, mockId)
    this.#shown.add(mockId)
  }

  get(kind: Place['kind'], id: string): string | undefined {
    return this.#ids.get(`${kind}/${id}`)
  }

  /** The id in the mock of what a path names. */
  of(place: Place | undefined): string | undefined {
    return place?.id === undefined ? undefined : this.get(place.kind, place.id)
  }

  /** Whether an id of the mock is that of a record of the service. */
  has(mockId: string): boolean {
    return this.#shown.has(mockId)
  }

  /**
   * Replaces the ids of a request, in its paths and in its identifiers. An identifier such as `action_network:1` does not say what it names: an id
   * of `kind` counts first.
   */
  translate(text: string, namespace: string, kind: Place['kind']): string {
    const anyOf = (id: string) =>
      [kind, ...Object.values(kinds)].map((each) => this.get(each, id)).find((found) => found !== undefined)
    return text
      .replaceAll(/\b(events|people|event_campaigns|attendances?)(\/|%2F)([^/?#"&\s]+)/g, (whole, name, slash, id) => {
        const mockId = this.get(kinds[name as keyof typeof kinds], id)
        return mockId === undefined ? whole : `${name}${slash}${mockId}`
      })
      .replaceAll(new RegExp(`\\b(${namespace})(:|%3A)([\\w-]+)`, 'g'), (whole, prefix, colon, id) => {
        const mockId = anyOf(id)
        return mockId === undefined ? whole : `${prefix}${colon}${mockId}`
      })
  }
}
