import {
  both,
  type FieldRow,
  type FieldTable,
  momentFields,
  originField,
  type RowsWith,
  titleField,
  type ValueOf,
} from './row.ts'

/** The fields of an event campaign. They are an assumption (`linked`), because the spec only shows links to campaigns. */
export const campaignFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true, setBy: 'request', example: ['crm:7'] },
  origin_system: originField,
  ...momentFields,
  name: { ...both('name'), type: 'text', setBy: 'request', unfiltered: true },
  title: { ...titleField, example: 'Spring clean-up' },
  description: { ...both('description'), type: 'text', setBy: 'request', unfiltered: true },
  browser_url: { v1: 'url', v2: 'browser_url', type: 'text', setBy: 'request', unfiltered: true },
  host_pitch: { ...both('host_pitch'), type: 'text', setBy: 'request', unfiltered: true },
  host_instructions: { ...both('host_instructions'), type: 'text', setBy: 'request', unfiltered: true },
  host_url: { ...both('host_url'), type: 'text', setBy: 'user interface', unfiltered: true },
  featured_image_url: { ...both('featured_image_url'), type: 'text', setBy: 'user interface', unfiltered: true },
  total_events: { ...both('total_events'), type: 'integer', always: true, unfiltered: true },
  total_rsvps: { ...both('total_rsvps'), type: 'integer', always: true, unfiltered: true },
  tag_list: { ...both('tag_list'), type: 'texts', setBy: 'request' },
  hidden: { ...both('~hidden'), type: 'flag', always: true, setBy: 'user interface', unfiltered: true },
  // Has no name in a version: only a test sets it.
  vetting: { type: 'flag', always: true, setBy: 'user interface' },
  sponsor: {
    ...both('~sponsor'),
    type: 'object',
    members: {
      title: { v1: 'summary', v2: 'title', type: 'text', always: true },
      url: { ...both('url'), type: 'text', always: true },
    },
  },
} as const satisfies FieldTable

type Rows = typeof campaignFields

/** The fields of an event campaign that the service stores. */
export type StoredCampaignField = RowsWith<Rows, { readonly setBy: 'request' | 'user interface' }>

export const storedCampaignFields = Object.entries<FieldRow>(campaignFields).flatMap(([fieldName, { setBy }]) =>
  setBy === undefined ? [] : [fieldName as StoredCampaignField],
)

/** The fields that a stored campaign always has. */
type Always = 'title' | 'origin_system' | 'hidden' | 'vetting'

/** The stored fields of an event campaign. `identifiers` does not contain the identifier that the service made. */
export type CampaignContent = {
  readonly [Name in StoredCampaignField]: ValueOf<Rows[Name]> | (Name extends Always ? never : undefined)
}
