import { type DialectMaker, fieldsOf, namesOf } from './dialect.ts'

/** Version 1 (v1 §2.1, §4.5, §4.7, §5.1, §9.2). */
export const v1: DialectMaker = (namespace, assumptions) => ({
  version: 'v1',
  namespace,
  keyHeader: 'api-key',
  fields: fieldsOf('v1', namespace, assumptions),
  names: namesOf('v1'),
  attendances: 'attendance',
  attendanceHelpers: [],
  embedsPeople: 'always',
  recordsPeople: false,
  petitions: true,
  readOnly: ['event_campaigns'],
  policy: {
    known: 'update',
    putIdentifiers: 'add',
    creatorRoles: ['member', 'administrator'],
    country: 'geocoded',
    postalCode: assumptions.v1PostalCode,
  },
})
