import { type Assumptions, assumptionRow, type WrittenAssumption } from '../assumptions.ts'
import { eventFields } from '../fields/events.ts'
import { nameIn } from '../fields/row.ts'
import { getIn } from '../text/json.ts'
import type { CheckRow, WriteSummary } from '../types/check.ts'
import type { Observation } from './options.ts'
import { NoSetting } from './probe.ts'
import { Inconclusive, type Requester } from './requester.ts'
import type { ServiceProbe } from './service-probe.ts'
import type { CheckWrites } from './types.ts'
import { WriteTrial } from './write-trial.ts'
import { comparisonsOfCreate, comparisonsOfUpdate, writes } from './writes.ts'

const maxRequests = 40

interface Tried {
  readonly observations: ReadonlyMap<keyof Assumptions, Observation>
  readonly rows: readonly CheckRow[]
  readonly summary: WriteSummary
}

/** Tries writes on one event that it makes, after `confirm`. */
export async function tryWrites(service: ServiceProbe, requester: Requester, options: CheckWrites): Promise<Tried> {
  const group = await groupOf(service)
  await options.confirm?.(group && requester.hideKey(group))
  const { sent } = requester
  requester.begin(maxRequests)
  const trial = new WriteTrial(service, requester, options)
  const observations = new Map<keyof Assumptions, Observation>()
  const rows: CheckRow[] = []
  const probe = async (name: WrittenAssumption) => {
    if ((assumptionRow(name).only ?? service.api) !== service.api) return
    observations.set(name, await observe(() => writes[name](trial)))
  }
  const compare = async (comparisons: typeof comparisonsOfCreate) => {
    for (const comparison of comparisons)
      await unlessInconclusive(async () => void rows.push(...(await comparison(trial))))
  }
  const { methodNotAllowed, ...others } = writes
  await compare(comparisonsOfCreate)
  for (const name of Object.keys(others) as WrittenAssumption[]) await probe(name)
  await compare(comparisonsOfUpdate)
  // Comes last, because a service may obey.
  await probe('methodNotAllowed')
  const remains = [...trial.made.values()].flatMap(({ kind, state }) =>
    state === 'refused' || state === 'removed' ? [] : kind,
  )
  return { observations, rows, summary: { requests: requester.sent - sent, remains: [...new Set(remains)] } }
}

async function observe(probe: () => Promise<Assumptions[WrittenAssumption] | NoSetting>): Promise<Observation> {
  const result = await unlessInconclusive(probe)
  if (result instanceof Inconclusive) return { outcome: 'could not tell', note: result.message }
  return result instanceof NoSetting ? { outcome: 'different', note: result.behaviour } : { service: result }
}

const unlessInconclusive = <Result>(work: () => Promise<Result>): Promise<Result | Inconclusive> =>
  work().catch((error) => {
    if (error instanceof Inconclusive) return error
    throw error
  })

/** The title of the group that sponsors all events of the first page. Undefined if they name none, or several. */
async function groupOf(service: ServiceProbe): Promise<string | undefined> {
  const { sponsor } = eventFields
  const name = nameIn(sponsor, service.api, service.namespace) ?? ''
  const titles = new Set(
    (await service.page()).events.map((event) => getIn(event, name, sponsor.members.title[service.api])),
  )
  const [title, ...others] = titles
  return typeof title === 'string' && title !== '' && others.length === 0 ? title : undefined
}
