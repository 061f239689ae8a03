import { type DialectMaker, fieldsOf, namesOf } from './dialect.ts'

/** Version 2 (v2 §2.1, §4.5, §4.8, §5.1). */
export const v2: DialectMaker = (namespace, assumptions) => ({
  version: 'v2',
  namespace,
  keyHeader: 'OSDI-API-Token',
  fields: fieldsOf('v2', namespace, assumptions),
  names: namesOf('v2'),
  attendances: 'attendances',
  attendanceHelpers: [
    'osdi:record_attendance_helper',
    ...(assumptions.attendanceHelper === 'both' ? ['record_attendance_helper'] : []),
  ],
  embedsPeople: assumptions.campaignEventPeople === 'embedded' ? 'in campaigns' : 'never',
  recordsPeople: assumptions.personFields === 'as recorded',
  petitions: false,
  readOnly: [],
  policy: {
    known: assumptions.v2KnownIdentifier,
    putIdentifiers: assumptions.v2PutIdentifiers,
    creatorRoles: ['organizer', 'administrator'],
    country: 'kept',
    postalCode: 'optional',
  },
})
