// Helpers, errors and types that need no client. This file is an entry point of the build, so that its modules become separate files. They contain no
// schema: a web page that imports one helper does not load zod or ky.
export { actionNetwork } from './action-network.ts'
export * from './core/index.ts'
export {
  type EventCampaignSponsorV2,
  type OwnFieldsOfEventCampaignV1,
  type OwnFieldsOfEventCampaignV2,
  type OwnFieldsV1,
  type OwnFieldsV2,
  ownOf,
  type SponsorV1,
  type SponsorV2,
} from './own-fields.ts'
