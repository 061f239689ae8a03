import type { AttendanceRecord, EventRecord } from '../store/model.ts'
import { nativeIdentifier } from './context.ts'
import type { FieldValues } from './field-values.ts'

/** How responses show each field of an attendance. */
export const attendanceValues: FieldValues<'attendances', AttendanceRecord> = {
  identifiers: ({ id, identifiers = [] }, context) => [nativeIdentifier(context, id), ...identifiers],
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  status: ({ status }) => status,
  person_id: ({ person }) => person,
  event_id: ({ event }) => event,
  referrer_data: ({ event, referrer_data }, { store }) => ({
    ...defaultReferrer(store.events.get(event)),
    ...referrer_data,
  }),
}

/** Default referrer data of an RSVP. The referrer is the last segment of the group's address. */
const defaultReferrer = (event: EventRecord | undefined) => ({
  source: 'none',
  referrer: event?.owner.slice(event.owner.indexOf(':') + 1) ?? '',
  website: 'api',
})
