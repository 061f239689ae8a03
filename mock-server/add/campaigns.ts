import { viewOf } from '../api/view.ts'
import { MockServiceError } from '../errors.ts'
import { campaignFields, type StoredCampaignFact, storedCampaignFacts } from '../fields/campaigns.ts'
import type { FieldRow } from '../fields/row.ts'
import { campaignText } from '../resources/campaigns.ts'
import { campaignFacts } from '../rules/campaign-facts.ts'
import { type CampaignInput, storeCampaign } from '../rules/campaigns.ts'
import type { Context } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { CampaignRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import type { MockCampaign, NewCampaign } from '../types/index.ts'
import { type Check, everyEntry, filledText, flag, list, text, validate } from '../validate.ts'
import { keyOf, validateArgument } from './references.ts'

/** The name of a field in arguments of `addCampaign`: its name in version 2, without the service's prefix. */
const givenNameOf = (fact: StoredCampaignFact) => campaignFields[fact].v2.replace('~', '')

function checkOf({ type, required }: FieldRow): Check<unknown> {
  if (required) return filledText
  if (type === 'texts') return everyEntry(text)
  if (type === 'identifiers') return list
  return type === 'flag' ? flag : text
}

/** Adds an event campaign, as the user interface does. */
export function addCampaign(context: Context, campaign: NewCampaign): CampaignRecord {
  const given = validateArgument(campaign, 'campaign', [...storedCampaignFacts.map(givenNameOf), 'key'])
  validate(filledText, given.title, 'campaign.title', 'argument')
  const values = storedCampaignFacts.flatMap((fact) => {
    const name = givenNameOf(fact)
    if (given[name] === undefined) return []
    const value = validate(checkOf(campaignFields[fact]), given[name], `campaign.${name}`, 'argument')
    if (fact === 'identifiers') return [{ [fact]: foreignOf(context, value) }]
    // Copies a list, because the caller may change it later.
    return [{ [fact]: Array.isArray(value) ? Object.freeze([...value]) : value }]
  })
  const { owner, group } = keyOf(context, campaign.key, 'campaign.key')
  if (group === undefined && context.assumptions.individualCampaigns === 403)
    throw new MockServiceError(
      'argument',
      'campaign.key',
      'must be a key of a group: an individual account has no campaigns',
    )
  return storeCampaign(context, owner, 'ui', Object.assign({}, ...values) as CampaignInput)
}

/** Checks the given identifiers. No other campaign may have one of them. */
const foreignOf = (context: Context, identifiers: unknown): readonly string[] | undefined => {
  const checked = validate(list, identifiers, 'campaign.identifiers', 'argument').map((entry, index) => {
    const field = `campaign.identifiers[${index}]`
    const identifier = validate(identifierForm, entry, field, 'argument')
    if (isNative(context, identifier))
      throw new MockServiceError('argument', field, 'is set by the service; leave it out')
    if (context.store.campaignByIdentifier(identifier))
      throw new MockServiceError('argument', field, 'already belongs to another campaign')
    return identifier
  })
  return checked.length > 0 ? [...new Set(checked)] : undefined
}

/**
 * Makes the object that the mock service's methods return for a campaign: its id without a prefix, and all fields of a version 2 response.
 */
export const shownCampaign = (context: Context, campaign: CampaignRecord): MockCampaign => ({
  id: campaign.id,
  ...(JSON.parse(campaignText(viewOf(context, context.dialects.v2), campaign, 'resource')) as JsonObject),
  identifiers: campaignFacts.identifiers(campaign, context) as readonly string[],
  title: campaign.title,
})
