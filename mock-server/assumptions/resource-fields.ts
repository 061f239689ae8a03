import { check, text, wholeNumber } from '../validate.ts'
import type { AssumptionTable } from './row.ts'

const capacity = check<'absent' | number>(
  "'absent' or a whole number from 0 up",
  (value) => value === 'absent' || wholeNumber(0).test(value),
)

export const fields = {
  invalidOptional: {
    about: 'create with an optional field of a wrong type',
    detail: 'also an unknown field, and `null`',
    settings: ['ignored', 400],
    why: 'as in an update',
    probe: 'write',
  },
  numbersAsText: {
    about: 'numbers and flags where texts are due',
    detail: 'numbers as phone numbers and postal codes; numbers, `true` and `false` in custom fields',
    settings: [
      ['invalid', 'as `invalidOptional` says'],
      ['converted', 'to text'],
    ],
    preset: 'converted',
    why: 'public programs send them',
    probe: 'write',
  },
  nullInPut: {
    about: 'null in an update',
    settings: [['clears', 'an optional field, never a required one'], 'ignored'],
    why: 'seen',
    probe: 'write',
  },
  unset: {
    about: 'fields without a value',
    settings: [
      'absent',
      'null',
      [
        'empty text',
        'absent, but seeded events and those of the user interface have a start, and empty texts as `name`, `description`, `instructions`, `venue`, `locality` and `postal_code`',
      ],
    ],
    preset: 'empty text',
    why: 'recorded events have these texts',
    probe: 'GET',
  },
  originOnCreate: {
    about: 'create without an origin system',
    detail: 'of an event or an event campaign',
    settings: [
      ['required', 'an error as `invalidBody` says'],
      ['filled in', "with the name of the key's owner"],
    ],
    why: 'contested: the spec requires it, public programs leave it out; the preset follows the spec',
    probe: 'write',
  },
  v1PostalCode: {
    about: 'create with a location without postal code (version 1)',
    settings: ['optional', 400],
    why: 'table and example disagree',
    only: 'v1',
    probe: 'write',
  },
  geocodeMiss: {
    about: 'locality of an address that is not found',
    detail: 'and its region',
    settings: ['empty', ['kept', 'as sent']],
    why: 'the spec says "overwritten"',
    probe: 'write',
  },
  partialLocation: {
    about: 'update with a part of a location',
    settings: [['merged', 'and geocoded again'], 'replaced'],
    why: 'only what was sent changes',
    probe: 'write',
  },
  timestamps: {
    about: 'times of creation and change',
    settings: ['seconds', 'milliseconds'],
    why: 'seen',
    probe: 'GET',
  },
  localTimes: {
    about: 'start and end',
    settings: [['Z', 'behind the local digits'], 'no zone'],
    why: 'seen; a zone that is sent is dropped',
    probe: 'GET',
  },
  vetting: {
    about: 'first status of an event in a campaign that vets',
    detail: 'made by `addCampaign({ …, vetting: true })`',
    settings: [
      ['none', '`confirmed`'],
      ['by campaign', '`pending_approval`, until `updateEvent` sets another'],
    ],
    preset: 'by campaign',
    why: 'the spec knows no other first status; the documentation of the Action Network has vetting since July 2026',
    probe: { neither: 'needs an event campaign that vets; POST an event to it, and look at the status' },
  },
  modified: {
    about: 'time of change after an update without changes',
    detail: 'and after an RSVP',
    settings: ['stays', 'moves'],
    why: 'the event did not change',
    probe: 'write',
  },
  unknownRegion: {
    about: 'unknown region of a location',
    settings: [['empty', 'an empty text'], 'absent'],
    preset: 'absent',
    why: 'the spec always shows it; events of the Action Network were recorded without it',
    probe: 'GET',
  },
  locationLanguage: {
    about: 'language of locations',
    detail: 'and of postal addresses',
    settings: ['shown', 'absent'],
    preset: 'absent',
    why: 'the spec shows it; recorded events of the Action Network have none',
    probe: 'GET',
  },
  language: {
    about: 'name of the English language',
    detail: 'in `location.language`',
    settings: ['en'],
    others: { check: text, says: 'any text', types: ['string'] },
    why: 'ISO 639',
    probe: 'GET',
  },
  hidden: {
    about: 'whether events made through the API are hidden',
    settings: [false, true],
    why: 'nobody hid them',
    only: 'v2',
    probe: 'GET',
  },
  capacity: {
    about: 'capacity of events made through the API',
    settings: ['absent'],
    others: { check: capacity, says: 'a whole number, never enforced', types: ['number'] },
    why: 'only the user interface sets it',
    only: 'v2',
    probe: 'GET',
  },
} as const satisfies Partial<AssumptionTable>
