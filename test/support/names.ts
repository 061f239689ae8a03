import type { Version } from 'osdi-events/mock'

/** Both versions of the API, for tests that loop over them. */
export const versions = ['v1', 'v2'] as const satisfies readonly Version[]

/** The names that differ between the versions, copied from the tables of the two documents. */
const pairs = {
  key: ['api-key', 'OSDI-API-Token'],
  title: ['summary', 'title'],
  origin: ['originating_system', 'origin_system'],
  created: ['created_at', 'created_date'],
  modified: ['modified_at', 'modified_date'],
  instructions: ['platform:event_instructions', 'instructions'],
  start: ['start', 'start_date'],
  guests: ['guestsCanInviteOthers', 'guests_can_invite_others'],
  publicUrl: ['url', 'browser_url'],
  sponsorTitle: ['summary', 'title'],
  sponsorUrl: ['url', 'browser_url'],
  attendances: ['osdi:attendance', 'osdi:attendances'],
  attendancesPath: ['attendance', 'attendances'],
} as const

type Names = Readonly<Record<keyof typeof pairs, string>>

const of = (version: 0 | 1) =>
  Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[version]])) as Names

/** The names of each version. */
export const names: Readonly<Record<Version, Names>> = { v1: of(0), v2: of(1) }

/** A body before its fields get the names of a version. Names that both versions share do not change. */
export interface Draft {
  readonly title?: unknown
  readonly origin?: unknown
  readonly instructions?: unknown
  readonly start?: unknown
  readonly [field: string]: unknown
}

/** Fields by the names of one version. */
export type Fields = Readonly<Record<string, unknown>>

const renamed = ['title', 'origin', 'instructions', 'start'] as const

/** The draft with the names of a version. */
export const wire = (version: Version, draft: Draft): Fields => {
  const fields: Record<string, unknown> = { ...draft }
  for (const name of renamed) {
    if (!(name in draft)) continue
    delete fields[name]
    fields[names[version][name]] = draft[name]
  }
  return fields
}

/** The draft with all required fields: adds those that it does not have. */
export const least = (version: Version, draft: Draft = {}): Fields =>
  wire(version, { title: 'Picnic', origin: 'Calendar', ...draft })
