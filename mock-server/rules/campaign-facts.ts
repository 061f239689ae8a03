import type { CampaignRecord } from '../store/model.ts'
import { nativeIdentifier } from './context.ts'
import type { Facts } from './facts.ts'

/** Everything that is true of an event campaign. */
export const campaignFacts: Facts<'campaigns', CampaignRecord> = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  title: ({ title }) => title,
}
