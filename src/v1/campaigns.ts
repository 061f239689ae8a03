import type { ResourcePage } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import { campaignFields, type EventCampaignFields, rowOfCampaigns } from '../core/read/campaign.ts'
import type { Shape } from '../core/values/shape.ts'
import type { Field, TableOf } from '../core/version/fields.ts'
import type { FilterOn } from '../core/version/filter.ts'
import type { SponsorV1 } from './fields.ts'

// Version 1 only reads event campaigns. The spec does not show their fields: the names are those that version 1 gives to the fields of events.

/** Fields of an event campaign that have the same name on every service. The spec does not show them: all may be absent. */
export interface EventCampaignV1Fields extends EventCampaignFields {
  /** Where the event campaign comes from, for people to read. */
  originating_system?: string | null
  /** When it was created: ISO 8601, UTC. */
  created_at?: string | null
  /** When it was last changed: ISO 8601, UTC. */
  modified_at?: string | null
  /** The event campaign's title. */
  summary?: string | null
  /** Address of the event campaign's page. */
  url?: string | null
}

/** Fields of an event campaign named with the service's own prefix, here `platform` and `action_network`. */
export interface EventCampaignV1Own {
  /** Whether the event campaign is hidden in the service's user interface. */
  'platform:hidden'?: boolean | null
  /** The group that the event campaign belongs to. */
  'platform:sponsor'?: SponsorV1 | null
  /** Whether the event campaign is hidden in the service's user interface. */
  'action_network:hidden'?: boolean | null
  /** The group that the event campaign belongs to. */
  'action_network:sponsor'?: SponsorV1 | null
}

/** The service's own fields of an event campaign, without their prefix: what `ownOf(campaign)` returns in version 1. */
export interface OwnFieldsOfEventCampaignV1 {
  /** Whether the event campaign is hidden in the service's user interface. */
  hidden?: boolean | null
  /** The group that the event campaign belongs to. */
  sponsor?: SponsorV1 | null
}

/**
 * An event campaign as version 1 returns it. `NS` is the service's own prefix, which some fields carry. Members that are not listed here are kept, but
 * not typed.
 */
export type EventCampaignV1<NS extends string = AnyNamespace> = EventCampaignV1Fields &
  Namespaced<EventCampaignV1Own, NS>

/** One page of event campaigns, as version 1 returns it. */
export interface EventCampaignPageV1<NS extends string = AnyNamespace>
  extends ResourcePage<`${NS}:event_campaigns`, EventCampaignV1<NS>> {}

const sponsor: Shape<SponsorV1> = { fields: { summary: { kind: 'text' }, url: { kind: 'text' } } }

/** The rows without `sent`: version 1 sends no event campaign. */
const readOnly = <Table extends Readonly<Record<string, Field>>>(table: Table) =>
  Object.fromEntries(Object.entries(table).map(([name, { sent: _, ...field }]) => [name, field])) as {
    readonly [Name in keyof Table]: Omit<Table[Name], 'sent'>
  }

/** One row for each field of an event campaign. */
export const eventCampaignFields = {
  originating_system: { kind: 'text', other: 'origin_system' },
  created_at: { kind: 'moment', other: 'created_date' },
  modified_at: { kind: 'moment', other: 'modified_date' },
  summary: { kind: 'text', other: 'title' },
  url: { kind: 'text', other: 'browser_url' },
  ...readOnly(campaignFields),
  hidden: { kind: 'flag', own: true },
  sponsor: { kind: sponsor, own: true },
} as const satisfies TableOf<EventCampaignV1Fields, EventCampaignV1Own, unknown>

/** The row of event campaigns in the table of resources. */
export const campaign = { ...rowOfCampaigns, fields: eventCampaignFields, isReadOnly: true } as const

/** Filter kinds of the fields of event campaigns. A test compares them with the table. @hidden */
export type EventCampaignFilterKindsV1 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly originating_system: 'text'
  readonly created_at: 'moment'
  readonly modified_at: 'moment'
  readonly summary: 'text'
  readonly url: 'text'
  readonly name: 'text'
  readonly description: 'text'
  readonly featured_image_url: 'text'
  readonly host_pitch: 'text'
  readonly host_instructions: 'text'
  readonly host_url: 'text'
  readonly total_events: 'number'
  readonly total_rsvps: 'number'
}

/** Comparisons by field, for `campaigns({ filter })`. */
export interface EventCampaignFilterV1 extends FilterOn<EventCampaignV1Fields, EventCampaignFilterKindsV1> {
  /** An identifier that the event campaign has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}
