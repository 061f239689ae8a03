import type { Dialect } from '../core/dialect.ts'
import { schemas } from './schema.ts'

/** What version 1 calls a field of version 2. The types of refused names are made of it. */
export const renamedFrom = Object.freeze({
  origin_system: 'originating_system',
  created_date: 'created_at',
  modified_date: 'modified_at',
  title: 'summary',
  instructions: 'event_instructions',
  browser_url: 'url',
  start_date: 'start',
  guests_can_invite_others: 'guestsCanInviteOthers',
} as const)

/** Fields that version 2 alone has. */
export const unsupported = Object.freeze(['name', 'end_date', 'capacity', 'hidden', 'featured_image_url'] as const)

/** Version 1 of the API, as data. */
export const v1: Dialect = Object.freeze({
  segment: 'v1',
  keyHeader: 'api-key',
  renamedFrom,
  unsupported,
  createIsUpsert: true,
  schemas,
})
