import { accuracy } from '../validate.ts'
import { both, type FieldTable } from './row.ts'

/** The parts of a location (v1 §2.2, v2 §2.2), in the order of responses. Geocoding sets the parts without `setBy`. */
export const locationFields = {
  venue: { ...both('venue'), type: 'text', setBy: 'request' },
  address_lines: { ...both('address_lines'), type: 'texts', setBy: 'request' },
  locality: { ...both('locality'), type: 'text', setBy: 'request' },
  region: { ...both('region'), type: 'text', always: true, unless: { unknownRegion: 'absent' }, setBy: 'request' },
  postal_code: { ...both('postal_code'), type: 'text', setBy: 'request' },
  country: { ...both('country'), type: 'text', always: true, setBy: 'request', pattern: '^[A-Za-z]{2}$' },
  language: { ...both('language'), type: 'text', always: true, assumed: { locationLanguage: 'shown' } },
  location: {
    ...both('location'),
    type: 'object',
    always: true,
    members: {
      latitude: { ...both('latitude'), type: 'number', always: true },
      longitude: { ...both('longitude'), type: 'number', always: true },
      accuracy: { ...both('accuracy'), type: 'text', values: accuracy.values, always: true },
    },
  },
} as const satisfies FieldTable
