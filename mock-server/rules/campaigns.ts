import { type CampaignContent, type StoredCampaignField, storedCampaignFields } from '../fields/campaigns.ts'
import type { CampaignRecord, OwnerId } from '../store/model.ts'
import { isSame } from '../text/json.ts'
import { type Context, ownSystem, timeOfChange } from './context.ts'
import { identifiersFor } from './identifiers.ts'
import { filledOrigin } from './scope.ts'

/** The data of a new event campaign. */
export type CampaignInput = Partial<CampaignContent> & Pick<CampaignContent, 'title'>

/** The owner of a campaign, how the campaign was created, and its times. */
type CampaignHead = Pick<CampaignRecord, 'owner' | 'via' | 'created' | 'modified'>

/** Makes the record of a campaign. */
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
  ...(Object.fromEntries(storedCampaignFields.map((fieldName) => [fieldName, input[fieldName]])) as CampaignContent),
  origin_system: input.origin_system ?? ownSystem,
  hidden: input.hidden ?? false,
  vetting: input.vetting ?? false,
})

/** Stores a new campaign. */
export function storeCampaign(
  { store, clock, assumptions }: Context,
  owner: OwnerId,
  via: CampaignRecord['via'],
  input: CampaignInput,
): CampaignRecord {
  const now = clock.now()
  const origin_system = input.origin_system ?? assumptions.originSystem
  return store.addCampaign((id, serial) =>
    campaignRecord(id, serial, { owner, via, created: now, modified: now }, { ...input, origin_system }),
  )
}

/** The fields of a campaign that a request sends; `null` clears a field. */
export type CampaignChanges = {
  readonly [Name in Exclude<StoredCampaignField, 'identifiers'>]?: CampaignContent[Name] | null
}

/** Performs a POST: stores a new campaign. */
export function postCampaign(
  context: Context,
  owner: OwnerId,
  input: CampaignInput,
  entries: readonly unknown[],
): CampaignRecord {
  const identifiers = externalIdentifiers(context, entries, undefined)
  const { origin_system = filledOrigin(context, owner) } = input
  const campaign = storeCampaign(context, owner, 'api', { ...input, origin_system, identifiers })
  context.clock.tick()
  return campaign
}

/** Performs a PUT: changes the sent fields, adds the sent identifiers, and keeps all other fields. */
export function putCampaign(
  context: Context,
  campaign: CampaignRecord,
  changes: CampaignChanges,
  entries: readonly unknown[],
): CampaignRecord {
  const known = campaign.identifiers ?? []
  const sent = Object.entries(changes).map(([fieldName, value]) => [fieldName, value ?? undefined])
  const identifiers = [...new Set([...known, ...(externalIdentifiers(context, entries, campaign) ?? [])])]
  return changeCampaign(context, campaign, {
    ...Object.fromEntries(sent),
    identifiers: identifiers.length > 0 ? identifiers : undefined,
  })
}

/** Stores changes of a campaign. Without a change, `modified` decides whether the modification time moves. */
export function changeCampaign(
  context: Context,
  campaign: CampaignRecord,
  changes: Partial<CampaignContent>,
): CampaignRecord {
  const changed: CampaignRecord = { ...campaign, ...changes }
  if (isSame(changed, campaign) && context.assumptions.modified === 'stays') return campaign
  const now = { ...changed, modified: timeOfChange(context, campaign.modified) }
  context.store.replaceCampaign(now)
  context.clock.tick()
  return now
}

function externalIdentifiers(context: Context, entries: readonly unknown[], campaign: CampaignRecord | undefined) {
  const holderOf = (identifier: string) => context.store.campaignByIdentifier(identifier)
  const free = identifiersFor(context, entries, 'campaign', campaign?.id, holderOf)
  return free.length > 0 ? free : undefined
}
