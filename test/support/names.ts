import type { Version } from 'osdi-events/mock'

/** Both versions of the interface, for tests that loop over them. */
export const versions = ['v1', 'v2'] as const satisfies readonly Version[]

/** What both versions know under different names, written out from the two documents' tables. */
export const names = {
  v1: {
    key: 'api-key',
    title: 'summary',
    origin: 'originating_system',
    created: 'created_at',
    modified: 'modified_at',
    instructions: 'platform:event_instructions',
    start: 'start',
    guests: 'guestsCanInviteOthers',
    publicUrl: 'url',
    sponsorTitle: 'summary',
    sponsorUrl: 'url',
    attendances: 'osdi:attendance',
    attendancesPath: 'attendance',
  },
  v2: {
    key: 'OSDI-API-Token',
    title: 'title',
    origin: 'origin_system',
    created: 'created_date',
    modified: 'modified_date',
    instructions: 'instructions',
    start: 'start_date',
    guests: 'guests_can_invite_others',
    publicUrl: 'browser_url',
    sponsorTitle: 'title',
    sponsorUrl: 'browser_url',
    attendances: 'osdi:attendances',
    attendancesPath: 'attendances',
  },
} as const satisfies Record<Version, Record<string, string>>

/** A body before its fields get a version's names; what both versions call the same stands as it is. */
export interface Draft {
  readonly title?: unknown
  readonly origin?: unknown
  readonly instructions?: unknown
  readonly start?: unknown
  readonly [field: string]: unknown
}

/** Fields under one version's names. */
export type Fields = Readonly<Record<string, unknown>>

const renamed = ['title', 'origin', 'instructions', 'start'] as const

/** The draft under a version's names. */
export const wire = (version: Version, draft: Draft): Fields => {
  const fields: Record<string, unknown> = { ...draft }
  for (const name of renamed) {
    if (!(name in draft)) continue
    delete fields[name]
    fields[names[version][name]] = draft[name]
  }
  return fields
}

/** The draft, with the required fields where it has none of its own. */
export const least = (version: Version, draft: Draft = {}): Fields =>
  wire(version, { title: 'Picnic', origin: 'Calendar', ...draft })
