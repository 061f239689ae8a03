import type { AssumptionTable } from './row.ts'

export const rsvps = {
  personFields: {
    about: 'fields of people (version 2)',
    settings: [
      ['as documented', 'those with a value'],
      [
        'as recorded',
        'always `languages_spoken`, `custom_fields`, a phone number (perhaps without `number`) and a postal address (perhaps without parts and coordinates), never `origin_system` and the link to answers',
      ],
    ],
    preset: 'as recorded',
    why: 'people were recorded so from 2017 to 2026',
    only: 'v2',
    probe: 'GET',
  },
  personMatch: {
    about: 'how an RSVP finds a known person',
    detail: 'a signup too. The RSVP must have such a contact',
    settings: ['e-mail or phone', 'e-mail'],
    why: 'the documentation of the Action Network names both; RSVPs with a phone number alone were seen',
    probe: {
      neither:
        'needs two people of your own with one phone number and different e-mail addresses; look whether their RSVPs have one person',
    },
  },
  onePersonOnce: {
    about: 'a second RSVP of one person',
    settings: [['once', 'it changes the status of the first'], 'again'],
    why: 'seen',
    probe: 'write',
  },
  totalAccepted: {
    about: 'what total_accepted counts',
    settings: [['every RSVP', 'declined ones too'], 'accepted'],
    why: 'the spec counts "attendance resources"; the name says accepted',
    probe: 'write',
  },
  attendanceFields: {
    about: 'fields of an RSVP',
    settings: [['with ids', '`<ns>:person_id`, `<ns>:event_id`, `<ns>:referrer_data`'], 'links alone'],
    why: 'seen',
    probe: 'GET',
  },
  attendancePerson: {
    about: 'person in the response to an RSVP',
    settings: ['absent', ['when recorded', 'names and contacts']],
    why: 'a recorded response has no person',
    probe: 'write',
  },
  attendanceStatus: {
    about: 'status of a new RSVP',
    detail: 'over HTTP; `attend` always stores the given one',
    settings: [
      ['generated', 'always `accepted`; only a PUT with `attended` or `accepted` changes it'],
      ['kept', 'as it was sent'],
    ],
    why: 'the documentation of the Action Network says that the service sets it; a connector of 2026 sets `attended`',
    probe: 'write',
  },
  autoresponse: {
    about: 'mail after an RSVP',
    detail: 'to an event of the user interface, if the RSVP is accepted',
    settings: [
      'every RSVP',
      ['by trigger', 'only an RSVP that describes the `person` and has `triggers.autoresponse.enabled` true'],
    ],
    preset: 'by trigger',
    why: 'the spec names no trigger; the documentation of the Action Network does',
    probe: { neither: 'shows in a mailbox alone; POST an RSVP without triggers, and look whether a mail comes' },
  },
  keylessRsvp: {
    about: 'an RSVP without a key',
    settings: [
      [403, 'or as `invalidKey` says'],
      ['200 {}', 'an RSVP that describes a `person` is recorded, and the response shows nothing'],
    ],
    preset: '200 {}',
    why: 'the documentation of the Action Network lets forms send without a key',
    probe: 'write',
  },
  keylessSignup: {
    about: 'a signup without a key',
    settings: [
      [403, 'or as `invalidKey` says'],
      ['200 {}', 'the person joins the list of the first group, and the response shows nothing'],
    ],
    preset: '200 {}',
    why: 'as `keylessRsvp`',
    probe: { neither: 'adds a person to a list that nobody chose; POST yourself to /people without a key' },
  },
  failedRsvp: {
    about: 'an RSVP that cannot be recorded',
    detail: 'its `person` has no contact',
    settings: [
      [400, 'or as `invalidBody` says'],
      ['200 {}', 'nothing is recorded'],
    ],
    preset: '200 {}',
    why: 'OSDI says an error status; a client of the Action Network expects `{}` with a key too',
    probe: 'write',
  },
  attendanceLinks: {
    about: 'links to RSVPs on their pages',
    detail: 'version 2 embeds `osdi:attendances`, version 1 `osdi:attendance`, whatever the links',
    settings: ['osdi:attendance', 'osdi:attendances'],
    why: 'seen',
    probe: 'GET',
  },
  creatorRoles: {
    about: 'who can be the creator of an event',
    detail: 'whether organizers and administrators count as members',
    settings: ['members too', 'separate'],
    why: 'they run the group',
    probe: {
      neither:
        'needs an organizer of the group who is no member; POST to version 1 with a link to them as osdi:creator, and look who the creator is',
    },
  },
  recordAttendance: {
    about: 'RSVPs through the API',
    detail: "a POST to an event's attendances",
    settings: [['records', 'the person is in `_links.osdi:person.href` or `person`'], 405],
    why: 'that is what the link is for',
    probe: 'write',
  },
} as const satisfies Partial<AssumptionTable>
