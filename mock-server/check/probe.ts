import type { Assumptions } from '../assumptions.ts'
import type { JsonObject } from '../text/json.ts'
import { type CheckResponse, Inconclusive } from './requester.ts'
import type { Service } from './service.ts'

/** A short description of a behaviour for which the mock service has no setting. */
export class NoSetting {
  readonly behaviour: string

  constructor(behaviour: string) {
    this.behaviour = behaviour
  }
}

/** Finds the real service's setting for an assumption. Throws {@link Inconclusive} if the responses do not show it. */
export type Probe<Setting = unknown> = (service: Service) => Promise<Setting | NoSetting>

export type Probes = { readonly [Name in keyof Assumptions]?: Probe<Assumptions[Name]> }

/** The setting that fits the status of a response. */
export function settingOfStatus<const Setting>(
  { status }: Pick<CheckResponse, 'status'>,
  settings: Readonly<Record<number, Setting>>,
): Setting | NoSetting {
  return settings[status] ?? new NoSetting(`status ${status}`)
}

/**
 * The setting that all events show. Skips events for which `read` returns undefined. If no event is left, throws {@link Inconclusive} with
 * `reason`.
 */
export function commonSetting<Setting>(
  events: readonly JsonObject[],
  read: (event: JsonObject) => Setting | NoSetting | undefined,
  reason: string,
): Setting | NoSetting {
  const settings = new Map<string, Setting | NoSetting>()
  for (const event of events) {
    const setting = read(event)
    if (setting !== undefined) settings.set(setting instanceof NoSetting ? setting.behaviour : String(setting), setting)
  }
  const [first, ...others] = settings.values()
  if (first === undefined) throw new Inconclusive(reason)
  return others.length === 0 ? first : new NoSetting([...settings.keys()].join(', '))
}

/** How to test by hand the assumptions that no GET can show. Use a key of a test group. */
export const byHand = {
  methodNotAllowed: 'DELETE an event of your own; look at the status and Allow',
  invalidBody: 'POST an event without a title; look at the status',
  contentType: 'POST an event with Content-Type: text/plain; look at the status',
  scope: 'GET the list with a second key of the same group; compare the events',
  campaignEvents: 'GET the events of an event campaign in which others host; look for theirs',
  v2KnownIdentifier: 'POST an event twice with one identifier and another title; look at status and title',
  v2PutIdentifiers: 'PUT one new identifier; look whether the old ones stay',
  foreignOwner: 'POST an event with an identifier of an event of another group; look at the status',
  twoMatches: 'POST to version 1 with the identifiers of two events; look at the status',
  ownTwin: 'PUT the identifier of another event of yours; look at status and identifiers',
  malformedIdentifier: 'POST an event with the identifier "x"; look at the status',
  invalidOptional: 'POST an event with description: 5; look at the status',
  nullInPut: 'PUT description: null; look whether it is gone',
  numbersAsText: 'PUT a person with custom_fields: {"size":5}; look at custom_fields',
  originOnCreate: 'POST an event with a title alone; look at the status',
  v1PostalCode: 'POST to version 1 with location: {"venue":"Hall"}; look at the status',
  geocodeMiss: 'POST a location in a town that does not exist; look at locality and region',
  partialLocation: 'PUT location: {"venue":"Hall"}; look whether the address stays',
  vetting: 'POST an event to an event campaign that vets; look at the status',
  modified: 'PUT the title that an event has; look at the time of change',
  totalAccepted: 'POST a declined RSVP; look at total_accepted',
  onePersonOnce: 'POST two RSVPs of one person; look at total_accepted',
  errorTexts: 'GET an event that does not exist; look at the text of the error',
  unknownRegion: 'POST an event without a location; look for region',
  filterLinks: 'GET a filtered list of several pages; look at self and next',
  sponsorAddress: 'GET an event of a group; look at the address of its sponsor',
  attendancePerson: "POST a person to an event's attendances; look for person in the response",
  attendanceStatus: 'POST an RSVP with status: "declined"; look at the status',
  autoresponse: 'POST an RSVP to an event of the user interface without triggers; look whether a mail comes',
  individualCampaigns: 'POST an event campaign with the key of an individual account; look at the status',
  keylessRsvp: "POST a person to an event's attendances without a key; look at status and body",
  keylessSignup: 'POST a person to /people without a key; look at status and body',
  failedRsvp: "POST person: {} to an event's attendances; look at status and body",
  personMatch:
    'POST two RSVPs with one phone number and different e-mail addresses; look whether the person is the same',
  creatorRoles: 'POST to version 1 with a link to an organizer as osdi:creator; look who the creator is',
  rateLimit: 'raise the requests per second until 429 comes; look at Retry-After',
  recordAttendance: "POST a person to an event's attendances; look at the status",
  originSystem: 'GET an event made in the user interface; look at its origin system',
  labelNumber: 'POST an event and an RSVP; look at its label on the targeting page',
} satisfies { readonly [Name in keyof Assumptions]?: string }
