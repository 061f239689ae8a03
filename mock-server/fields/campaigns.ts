import { both, type FieldTable } from './row.ts'

/** The fields of an event campaign. The documents only show links to campaigns (assumption `linked`). */
export const campaignFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  title: { v1: 'summary', v2: 'title', type: 'text', always: true, setBy: 'test', required: true },
} as const satisfies FieldTable

/** What is true of an event campaign, under the neutral name. */
export type CampaignFact = keyof typeof campaignFields
