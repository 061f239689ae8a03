import type { EventCampaignFields } from '../core/hal/event-campaign.ts'
import type { FilterOn } from '../core/hal/filter-types.ts'
import type { ResourcePage } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import { campaignTypes, listedCampaignFields, rowOfCampaigns } from '../core/schema/campaign-rows.ts'
import type { FieldsOf, FilterTypesOf, Unprefixed } from '../core/schema/field-list.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { flag, maybe, maybeEach, objectOf, text } from '../core/schema/schemas.ts'

/** The group that an event campaign belongs to. Set by the service. */
export interface EventCampaignSponsorV2 {
  /** Name of the group. */
  title?: string | null
  /** Address of the group's public page. An event has it as `browser_url`. */
  url?: string | null
}

/** Fields of an event campaign that have the same name on every service. The spec does not show them: all may be absent. */
export interface EventCampaignV2Fields extends EventCampaignFields {
  /** Where the event campaign comes from, for people to read. */
  origin_system?: string | null
  /** When it was created: ISO 8601, UTC. Set by the service. */
  created_date?: string | null
  /** When it was last changed: ISO 8601, UTC. Set by the service. */
  modified_date?: string | null
  /** Title for the public. */
  title?: string | null
  /** Address of the event campaign's page, on the service or elsewhere. */
  browser_url?: string | null
}

/** Fields of an event campaign named with the service's own prefix, here `platform` and `action_network`. All are set by the service. */
export interface EventCampaignV2Own {
  /** Whether the event campaign is hidden in the service's user interface. */
  'platform:hidden'?: boolean | null
  /** The group that the event campaign belongs to. */
  'platform:sponsor'?: EventCampaignSponsorV2 | null
  /** Whether the event campaign is hidden in the service's user interface. */
  'action_network:hidden'?: boolean | null
  /** The group that the event campaign belongs to. */
  'action_network:sponsor'?: EventCampaignSponsorV2 | null
}

/** The service's own fields of an event campaign, without their prefix: what `ownOf(campaign)` returns in version 2. */
export interface OwnFieldsOfEventCampaignV2 {
  /** Whether the event campaign is hidden in the service's user interface. */
  hidden?: boolean | null
  /** The group that the event campaign belongs to. */
  sponsor?: EventCampaignSponsorV2 | null
}

/**
 * An event campaign as version 2 returns it. `NS` is the service's own prefix, which some fields carry. Members that are not listed here are kept, but
 * not typed.
 */
export type EventCampaignV2<NS extends string = AnyNamespace> = EventCampaignV2Fields &
  Namespaced<EventCampaignV2Own, NS>

/** One page of event campaigns, as version 2 returns it. */
export interface EventCampaignPageV2<NS extends string = AnyNamespace>
  extends ResourcePage<`${NS}:event_campaigns`, EventCampaignV2<NS>> {}

/** Fields of an event campaign that may be sent but need not. */
export interface EditableEventCampaignV2 {
  /** Identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | undefined
  /** Title for the organizers' own use. */
  readonly name?: string | undefined
  /** What the event campaign is about; may hold HTML. */
  readonly description?: string | undefined
  /** Address of the event campaign's page elsewhere. */
  readonly browser_url?: string | undefined
  /** Why people should host an event; may hold HTML. */
  readonly host_pitch?: string | undefined
  /** What hosts must know; may hold HTML. */
  readonly host_instructions?: string | undefined
  /** Names of tags. */
  readonly tag_list?: readonly string[] | undefined
}

/** An event campaign to create through version 2. */
export interface NewEventCampaignV2 extends EditableEventCampaignV2 {
  /** Title for the public. Required, not empty. */
  readonly title: string
  /** Where the event campaign comes from, for people to read. Required, not empty. */
  readonly origin_system: string
}

/** Changes of an event campaign through version 2: only the fields that are sent change; `null` clears an optional one. */
export type EventCampaignChangesV2 = {
  readonly [Field in keyof EditableEventCampaignV2]?: EditableEventCampaignV2[Field] | null
} & {
  /** Title for the public; not empty. */
  readonly title?: string | undefined
  /** Where the event campaign comes from; not empty. */
  readonly origin_system?: string | undefined
}

/** The fields of an event campaign. */
export const campaignFields = {
  origin_system: { filterType: 'text', sent: 'required', other: 'originating_system' },
  created_date: { filterType: 'moment', other: 'created_at' },
  modified_date: { filterType: 'moment', other: 'modified_at' },
  title: { filterType: 'text', sent: 'required', other: 'summary' },
  browser_url: { filterType: 'text', sent: 'optional', other: 'url' },
  ...listedCampaignFields,
  hidden: { own: true },
  sponsor: { own: true },
} as const satisfies FieldsOf<EventCampaignV2Fields, EventCampaignV2Own, NewEventCampaignV2>

const campaignRows = () =>
  rowsFor<Unprefixed<EventCampaignV2Fields & EventCampaignV2Own>>()(campaignFields, {
    ...campaignTypes(),
    hidden: maybe(flag),
    sponsor: maybe(objectOf<EventCampaignSponsorV2>()(maybeEach({ title: text, url: text }))),
  })

/** The row of event campaigns in the table of resources. */
export const campaign = { ...rowOfCampaigns, fields: campaignFields, rows: campaignRows }

/** How filters compare the fields of event campaigns. @hidden */
export type EventCampaignFilterTypesV2 = FilterTypesOf<typeof campaignFields>

/** Comparisons by field, for `campaigns({ filter })`. */
export interface EventCampaignFilterV2 extends FilterOn<EventCampaignV2Fields, EventCampaignFilterTypesV2> {
  /** An identifier that the event campaign has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}
