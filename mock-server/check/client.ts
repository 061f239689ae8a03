import { getIn, type JsonObject } from '../text/json.ts'
import type { CheckFinding, ClientSummary } from '../types/check.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, type ServiceProbe } from './service-probe.ts'

/** The summary before any response. */
export const unknownSummary: ClientSummary = { reads: 'unknown', missing: [], filters: 'unknown', totals: 'unknown' }

/** What the findings mean for a client of the documents, which the clients of this package are. */
export async function summarizeForClient(
  service: ServiceProbe,
  findings: readonly CheckFinding[],
): Promise<ClientSummary> {
  const events = await service.events().catch((error) => {
    if (error instanceof Inconclusive) return []
    throw error
  })
  const answer = (name: CheckFinding['assumption'], answers: Readonly<Record<string, 'yes' | 'no'>>) => {
    const { outcome, service: setting } = findings.find(({ assumption }) => assumption === name) ?? {}
    // A behaviour without a setting is not the documented one.
    return answers[String(setting)] ?? (outcome === 'different' ? 'no' : 'unknown')
  }
  const missing = [...requiredFields(service)].flatMap(([name, has]) => {
    const without = events.filter((event) => !has(event)).length
    return without === 0 ? [] : [`${name} is missing in ${without} of ${events.length} events`]
  })
  return {
    reads: events.length === 0 ? 'unknown' : missing.length === 0 ? 'yes' : 'no',
    missing,
    filters: answer('filter', filterAnswers),
    totals: answer('totals', totalsAnswers),
  }
}

/**
 * The setting `by day` counts as yes, because a client checks each event again. A `next` link without the filter counts as yes, because a client adds
 * the filter again.
 */
const filterAnswers: Readonly<Record<string, 'yes' | 'no'>> = {
  honoured: 'yes',
  'by day': 'yes',
  'dropped from next': 'yes',
  ignored: 'no',
  refused: 'no',
}

const totalsAnswers: Readonly<Record<string, 'yes' | 'no'>> = { present: 'yes', absent: 'no' }

/** The fields without which a client cannot identify, show or follow an event (v1 §2.1, v2 §2.1). */
const requiredFields = ({ names }: ServiceProbe): ReadonlyMap<string, (event: JsonObject) => boolean> =>
  new Map<string, (event: JsonObject) => boolean>([
    ['identifiers', ({ identifiers }) => Array.isArray(identifiers)],
    ['title', ({ title, summary }) => typeof (title ?? summary) === 'string'],
    [names.created, (event) => typeof getIn(event, names.created) === 'string'],
    [names.modified, (event) => typeof getIn(event, names.modified) === 'string'],
    ['the link self', (event) => hrefOf(event, 'self') !== undefined],
  ])
