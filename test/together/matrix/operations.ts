import type { AnyClient, VersionUnderTest } from '../../support/versions.ts'

/** What an operation needs. */
export interface Subject {
  readonly client: AnyClient
  readonly version: VersionUnderTest
  /** Id and address of an existing event. */
  readonly id: string
  readonly href: string
  /** Address of an RSVP to this event. */
  readonly rsvp: string
  /** Id of an event campaign. */
  readonly campaign: string
  /** Id of the person who answered. */
  readonly person: string
}

const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' } as const

/** The event with its links, as a list shows it. */
const eventOf = ({ version, id, href }: Subject) => {
  const relation = relations[version.version]
  return {
    identifiers: [`platform:${id}`],
    _links: { self: { href }, [relation]: { href: `${href}/${relation.slice('osdi:'.length)}` } },
  }
}

/** The person who answered, with links. */
const personOf = ({ version, person, href }: Subject) => {
  const relation = relations[version.version]
  const self = href.replace(/events\/.*/, `people/${person}`)
  return { _links: { self: { href: self }, [relation]: { href: `${self}/${relation.slice('osdi:'.length)}` } } }
}

const ada = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }

/** Every operation of a client. Create appears twice: version 1 recognises one with an own identifier (v1 §1.3). */
export const operations = {
  list: ({ client }: Subject) => client.list().toArray({ max: 100 }),
  page: ({ client }: Subject) => client.page(1),
  get: ({ client, id }: Subject) => client.get(id),
  follow: ({ client, href }: Subject) => client.follow(href),
  attendance: (of: Subject) => of.client.attendance(eventOf(of), of.rsvp.split('/').at(-1)),
  campaigns: ({ client }: Subject) => client.campaigns().toArray({ max: 100 }),
  campaign: ({ client, campaign }: Subject) => client.campaign(campaign),
  attendances: (of: Subject) => of.client.attendances(eventOf(of)).toArray({ max: 100 }),
  'attendances with people': (of: Subject) =>
    of.client.attendances(eventOf(of), { people: true }).toArray({ max: 100 }),
  'attendances of a person': (of: Subject) => of.client.attendances(personOf(of)).toArray({ max: 100 }),
  people: ({ client }: Subject) => client.people().toArray({ max: 100 }),
  person: ({ client, person }: Subject) => client.person(person),
  entryPoint: ({ client }: Subject) => client.entryPoint(),
  embed: ({ client, id }: Subject) => client.embed(id),
  update: ({ client, id }: Subject) => client.update(id, { description: 'Indoors' }),
  updateAttendance: ({ client, rsvp }: Subject) => client.updateAttendance(rsvp, { identifiers: ['door:7'] }),
  updateCampaign: ({ client, campaign }: Subject) => client.updateCampaign(campaign, { host_pitch: 'Host' }),
  create: ({ client, version }: Subject) => client.create(version.least),
  'create in a campaign': ({ client, version, campaign }: Subject) => client.create(version.least, { campaign }),
  createCampaign: ({ client, version }: Subject) => client.createCampaign(version.least),
  'create, recognised': ({ client, version }: Subject) =>
    client.create({ ...version.least, identifiers: ['calendar:7'] }),
  recordAttendance: (of: Subject) => of.client.recordAttendance(eventOf(of), { person: ada }),
  delete: ({ client, id }: Subject) => client.delete(id),
} as const

export type Operation = keyof typeof operations

export const operationNames = Object.keys(operations) as readonly Operation[]

/** Whether a version has an operation: version 1 only reads event campaigns. */
export const has = (version: 'v1' | 'v2', operation: Operation): boolean =>
  version === 'v2' || !['createCampaign', 'updateCampaign', 'create in a campaign'].includes(operation)

/** Whether an operation creates an event, an event campaign or an RSVP. */
export const creates = (operation: Operation): boolean =>
  operation.startsWith('create') || operation === 'recordAttendance'

/** Whether an operation writes, so that its errors have an outcome. */
export const writes = (operation: Operation): boolean =>
  creates(operation) || ['update', 'updateAttendance', 'updateCampaign', 'delete'].includes(operation)

/** The address that an operation requests, below the address of the version. */
export function pathOf(operation: Operation, { version, id, rsvp, campaign, person }: Omit<Subject, 'client'>): string {
  const attendances = relations[version.version].slice('osdi:'.length)
  if (['get', 'follow', 'update', 'delete'].includes(operation)) return `events/${id}`
  if (operation === 'embed') return `events/${id}/embed`
  if (operation === 'entryPoint') return ''
  if (operation === 'campaigns' || operation === 'createCampaign') return 'event_campaigns'
  if (operation === 'campaign' || operation === 'updateCampaign') return `event_campaigns/${campaign}`
  if (operation === 'create in a campaign') return `event_campaigns/${campaign}/events`
  if (operation === 'attendance' || operation === 'updateAttendance') return rsvp.slice(rsvp.indexOf('events/'))
  if (operation === 'people') return 'people'
  if (operation === 'person') return `people/${person}`
  if (operation === 'attendances of a person') return `people/${person}/${attendances}`
  return ['recordAttendance', 'attendances', 'attendances with people'].includes(operation)
    ? `events/${id}/${attendances}`
    : 'events'
}

/** The path of an RSVP below the address of its event. */
export const pathOfRsvp = (version: VersionUnderTest, id: string): string =>
  `${relations[version.version].slice('osdi:'.length)}/${id}`
