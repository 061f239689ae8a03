import type { CampaignChanges } from '../rules/campaigns.ts'
import type { JsonObject } from '../text/json.ts'
import { type InvalidPart, type Report, reportHal, reportUnknown } from './read.ts'
import { type Reading, readFields } from './read-fields.ts'
import type { View } from './view.ts'

/** The fields of an event campaign in a body. */
interface ReadCampaign {
  readonly input: CampaignChanges
  /** The sent entries, before `rules/campaigns.ts` checks them. */
  readonly identifiers: readonly unknown[]
  /** Invalid and unused parts of the body. The handler decides which parts it ignores, and for which it refuses the request. */
  readonly invalid: readonly InvalidPart[]
}

/** Reads the fields of an event campaign from a body, by their names in a version. */
export function readCampaign(
  { context, dialect }: View,
  body: JsonObject,
  write: Pick<Reading, 'isNew' | 'nulls'>,
): ReadCampaign {
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const fields = dialect.fields.campaigns
  const { identifiers, ...input } = readFields(
    { context, version: dialect.version, ...write, report, path: '' },
    fields,
    body,
  )
  reportUnknown(body, new Set(fields.map(({ wire }) => wire)), 'is not a field of an event campaign', report)
  reportHal(body, [], report)
  return { input, identifiers: Array.isArray(identifiers) ? identifiers : [], invalid }
}
