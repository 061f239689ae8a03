import { type CampaignContent, storedCampaignFacts } from '../fields/campaigns.ts'
import type { CampaignRecord, OwnerId } from '../store/model.ts'
import { type Context, ownSystem } from './context.ts'

/** The data of a new event campaign. */
export type CampaignInput = Partial<CampaignContent> & Pick<CampaignContent, 'title'>

/** Who owns a campaign, how it was made, and when. */
type CampaignHead = Pick<CampaignRecord, 'owner' | 'via' | 'created' | 'modified'>

/** A campaign as it is stored. */
export const campaignRecord = (
  id: string,
  serial: number,
  head: CampaignHead,
  input: CampaignInput,
): CampaignRecord => ({
  id,
  serial,
  owner: head.owner,
  via: head.via,
  created: head.created,
  modified: head.modified,
  ...(Object.fromEntries(storedCampaignFacts.map((fact) => [fact, input[fact]])) as CampaignContent),
  origin_system: input.origin_system ?? ownSystem,
  hidden: input.hidden ?? false,
})

/** Stores a new campaign. */
export function storeCampaign(
  { store, clock }: Context,
  owner: OwnerId,
  via: CampaignRecord['via'],
  input: CampaignInput,
): CampaignRecord {
  const now = clock.now()
  return store.addCampaign((id, serial) =>
    campaignRecord(id, serial, { owner, via, created: now, modified: now }, input),
  )
}
