import type { EventCampaignFields } from '../core/hal/event-campaign.ts'
import type { FilterOn } from '../core/hal/filter-types.ts'
import type { ResourcePage } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import { campaignTypes, listedCampaignFields, rowOfCampaigns } from '../core/schema/campaign-rows.ts'
import type { FieldList, FieldsOf, FilterTypesOf, Unprefixed } from '../core/schema/field-list.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { flag, maybe, maybeEach, objectOf, text } from '../core/schema/schemas.ts'
import type { SponsorV1 } from './event-rows.ts'

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

/** The list without `sent`: version 1 sends no event campaign. */
const readOnly = <List extends FieldList>(list: List) =>
  Object.fromEntries(Object.entries(list).map(([name, { sent: _, ...field }]) => [name, field])) as {
    readonly [Name in keyof List]: Omit<List[Name], 'sent'>
  }

/** The fields of an event campaign. */
export const campaignFields = {
  originating_system: { filterType: 'text', other: 'origin_system' },
  created_at: { filterType: 'moment', other: 'created_date' },
  modified_at: { filterType: 'moment', other: 'modified_date' },
  summary: { filterType: 'text', other: 'title' },
  url: { filterType: 'text', other: 'browser_url' },
  .../* @__PURE__ */ readOnly(listedCampaignFields),
  hidden: { own: true },
  sponsor: { own: true },
} as const satisfies FieldsOf<EventCampaignV1Fields, EventCampaignV1Own, unknown>

const campaignRows = () =>
  rowsFor<Unprefixed<EventCampaignV1Fields & EventCampaignV1Own>>()(campaignFields, {
    ...campaignTypes(),
    hidden: maybe(flag),
    sponsor: maybe(objectOf<SponsorV1>()(maybeEach({ summary: text, url: text }))),
  })

/** The row of event campaigns in the table of resources. */
export const campaign = { ...rowOfCampaigns, fields: campaignFields, rows: campaignRows, isReadOnly: true } as const

/** How filters compare the fields of event campaigns. @hidden */
export type EventCampaignFilterTypesV1 = FilterTypesOf<typeof campaignFields>

/** Comparisons by field, for `campaigns({ filter })`. */
export interface EventCampaignFilterV1 extends FilterOn<EventCampaignV1Fields, EventCampaignFilterTypesV1> {
  /** An identifier that the event campaign has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}
