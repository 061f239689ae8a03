import * as z from 'zod/mini'
import type { OwnEventLinks } from '../core/hal/event-fields.ts'
import type { FieldsOf, Unprefixed } from '../core/schema/field-list.ts'
import { eventLinkTypes, links, listedEventLinks } from '../core/schema/hal-schemas.ts'
import { resourcesOf, rowOfAttendances, rowOfEvents, rowOfPeople } from '../core/schema/resources.ts'
import { rowsFor, typesIn } from '../core/schema/rows.ts'
import { maybe, oneOrMany } from '../core/schema/schemas.ts'
import { attendanceFields, attendanceRows } from './attendance-rows.ts'
import { campaign } from './campaigns.ts'
import { eventFields, eventRows } from './event-rows.ts'
import { personFields, personRows } from './person-rows.ts'
import type { EventLinksV1Fields } from './types.ts'

const eventLinks = {
  ...listedEventLinks,
  'osdi:attendance': { always: true },
} as const satisfies FieldsOf<EventLinksV1Fields, OwnEventLinks, unknown>

const eventLinkRows = () =>
  rowsFor<Unprefixed<EventLinksV1Fields & OwnEventLinks>>()(eventLinks, {
    ...eventLinkTypes(),
    'osdi:attendance': links(),
  })

/** The people that version 1 embeds into an event (v1 §2.1, v1 §2.3). */
const embeddedRow = () => {
  const people = maybe(oneOrMany(z.object(typesIn(personRows()))))
  const type = maybe(z.object({ 'osdi:creator': people, 'osdi:organizer': people }))
  return { type, always: ['.osdi:creator', '.osdi:organizer'] }
}

/** The resources of version 1 for a service with this prefix (v1 §2). */
export const resources = resourcesOf({
  event: { ...rowOfEvents, fields: eventFields, rows: eventRows, links: eventLinkRows, embedded: embeddedRow },
  attendance: { ...rowOfAttendances, collection: 'attendance', fields: attendanceFields, rows: attendanceRows },
  person: { ...rowOfPeople, fields: personFields, rows: personRows },
  campaign,
})
