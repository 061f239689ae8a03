import { viewOf } from '../api/view.ts'
import { MockServiceError } from '../errors.ts'
import {
  type CampaignContent,
  campaignFields,
  type StoredCampaignField,
  storedCampaignFields,
} from '../fields/campaigns.ts'
import type { FieldRow } from '../fields/row.ts'
import { campaignText } from '../resources/campaigns.ts'
import { campaignValues } from '../rules/campaign-values.ts'
import { type CampaignInput, changeCampaign, storeCampaign } from '../rules/campaigns.ts'
import { type Context, nativeIdentifier } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { CampaignRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import type { MockCampaign, MockCampaignChanges, NewCampaign } from '../types/index.ts'
import { type Check, everyEntry, filledText, flag, list, text, validate } from '../validate.ts'
import { anyCampaignOf, keyOf, validateArgument } from './references.ts'

/** The name of a field in arguments of `addCampaign`: its name in version 2, without the service's prefix. */
function givenNameOf(fieldName: StoredCampaignField): string {
  const { v2 = fieldName }: FieldRow = campaignFields[fieldName]
  return v2.replace('~', '')
}

function checkOf({ type, required }: FieldRow): Check<unknown> {
  if (required) return filledText
  if (type === 'texts') return everyEntry(text)
  if (type === 'identifiers') return list
  return type === 'flag' ? flag : text
}

/** Adds an event campaign, as the user interface does. */
export function addCampaign(context: Context, campaign: NewCampaign): CampaignRecord {
  const given = validateArgument(campaign, 'campaign', [...givenNames, 'key'])
  validate(filledText, given.title, 'campaign.title', 'argument')
  const values = valuesOf(context, given)
  const { owner, group } = keyOf(context, campaign.key, 'campaign.key')
  if (group === undefined && context.assumptions.individualCampaigns === 403)
    throw new MockServiceError(
      'argument',
      'campaign.key',
      'must be a key of a group: an individual account has no campaigns',
    )
  return storeCampaign(context, owner, 'ui', values as CampaignInput)
}

/** Changes the given fields of an event campaign, as the user interface does. `null` clears a field. */
export function updateCampaign(context: Context, reference: unknown, changes: MockCampaignChanges): CampaignRecord {
  const campaign = anyCampaignOf(context, reference)
  const values = valuesOf(context, validateArgument(changes, 'campaign', givenNames), campaign)
  return changeCampaign(context, campaign, values)
}

const givenNames = storedCampaignFields.map(givenNameOf)

/** Checks the given fields, and returns them by the names that are the same for both versions. `null` clears an optional field of the campaign `known`. */
function valuesOf(context: Context, given: JsonObject, known?: CampaignRecord): Partial<CampaignContent> {
  const storedValueOf = (fieldName: StoredCampaignField): unknown => {
    const name = givenNameOf(fieldName)
    const row: FieldRow = campaignFields[fieldName]
    if (given[name] === null && known && !row.always) return undefined
    const value = validate(checkOf(row), given[name], `campaign.${name}`, 'argument')
    if (fieldName === 'identifiers') return externalIdentifiers(context, value, known)
    // Copies a list, because the caller may change it later.
    return Array.isArray(value) ? Object.freeze([...value]) : value
  }
  const values = storedCampaignFields.filter((fieldName) => given[givenNameOf(fieldName)] !== undefined)
  return Object.fromEntries(values.map((fieldName) => [fieldName, storedValueOf(fieldName)]))
}

/** Checks the given identifiers, and leaves out the service's own. No campaign except `known` may have one of them. */
const externalIdentifiers = (
  context: Context,
  identifiers: unknown,
  known?: CampaignRecord,
): readonly string[] | undefined => {
  const checked = validate(list, identifiers, 'campaign.identifiers', 'argument').flatMap((entry, index) => {
    const field = `campaign.identifiers[${index}]`
    const identifier = validate(identifierForm, entry, field, 'argument')
    if (known && identifier === nativeIdentifier(context, known.id)) return []
    if (isNative(context, identifier))
      throw new MockServiceError('argument', field, 'is set by the service; leave it out')
    const holder = context.store.campaignByIdentifier(identifier)
    if (holder && holder.id !== known?.id)
      throw new MockServiceError('argument', field, 'already belongs to another campaign')
    return [identifier]
  })
  return checked.length > 0 ? [...new Set(checked)] : undefined
}

/**
 * Makes the object that the mock service's methods return for a campaign: its id without a prefix, and all fields of a version 2 response.
 */
export const shownCampaign = (context: Context, campaign: CampaignRecord): MockCampaign => ({
  id: campaign.id,
  ...(JSON.parse(campaignText(viewOf(context, context.dialects.v2), campaign, 'resource')) as JsonObject),
  identifiers: campaignValues.identifiers(campaign, context) as readonly string[],
  title: campaign.title,
})
