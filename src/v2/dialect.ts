import type { Dialect } from '../core/dialect.ts'
import { schemas } from './schema.ts'

/** Version 2 of the interface, as data. */
export const v2: Dialect = Object.freeze({
  segment: 'v2',
  keyHeader: 'OSDI-API-Token',
  twins: Object.freeze({
    originating_system: 'origin_system',
    created_at: 'created_date',
    modified_at: 'modified_date',
    summary: 'title',
    event_instructions: 'instructions',
    url: 'browser_url',
    start: 'start_date',
    guestsCanInviteOthers: 'guests_can_invite_others',
  }),
  lacks: Object.freeze([]),
  recognises: false,
  schemas,
})
