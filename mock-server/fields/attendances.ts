import { attendanceStatus } from '../validate.ts'
import { both, type FieldTable, momentFields } from './row.ts'

const withIds = { attendanceFields: 'with ids' } as const

/** The fields of an attendance. They are an assumption (`attendanceFields`), because the spec only shows links to attendances. */
export const attendanceFields = {
  identifiers: {
    ...both('identifiers'),
    type: 'identifiers',
    always: true,
    setBy: 'request',
    example: ['crm:rsvp-7'],
  },
  created: { ...momentFields.created, setBy: 'request', onlyNew: true },
  modified: momentFields.modified,
  status: { ...both('status'), type: 'text', values: attendanceStatus.values, always: true, setBy: 'request' },
  person_id: { ...both('~person_id'), type: 'text', always: true, assumed: withIds, unfiltered: true },
  event_id: { ...both('~event_id'), type: 'text', always: true, assumed: withIds, unfiltered: true },
  referrer_data: {
    ...both('~referrer_data'),
    type: 'map',
    always: true,
    assumed: withIds,
    setBy: 'request',
    onlyNew: true,
    description: 'Where the person came from: source, referrer, website, email_referrer, mobile_referrer.',
  },
} as const satisfies FieldTable
