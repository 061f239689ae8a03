import type { Dialect } from '../core/dialect.ts'
import { schemas } from './schema.ts'

/** Version 1 of the interface, as data. */
export const v1: Dialect = Object.freeze({
  segment: 'v1',
  keyHeader: 'api-key',
  twins: Object.freeze({
    origin_system: 'originating_system',
    created_date: 'created_at',
    modified_date: 'modified_at',
    title: 'summary',
    instructions: 'event_instructions',
    browser_url: 'url',
    start_date: 'start',
    guests_can_invite_others: 'guestsCanInviteOthers',
  }),
  lacks: Object.freeze(['name', 'end_date', 'capacity', 'hidden', 'featured_image_url']),
  recognises: true,
  schemas,
})
