import type { Dialect } from '../core/dialect.ts'
import { schemas } from './schema.ts'

/** What version 2 calls a field of version 1. The types of refused names are made of it. */
export const renamedFrom = Object.freeze({
  originating_system: 'origin_system',
  created_at: 'created_date',
  modified_at: 'modified_date',
  summary: 'title',
  event_instructions: 'instructions',
  url: 'browser_url',
  start: 'start_date',
  guestsCanInviteOthers: 'guests_can_invite_others',
} as const)

/** Version 2 of the API, as data. It has a place for every field of version 1. */
export const v2: Dialect = Object.freeze({
  segment: 'v2',
  keyHeader: 'OSDI-API-Token',
  renamedFrom,
  unsupported: [],
  createIsUpsert: false,
  schemas,
})
