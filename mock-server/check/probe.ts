import type { Assumptions, ShownAssumption, WrittenAssumption } from '../assumptions.ts'
import type { JsonObject } from '../text/json.ts'
import { type CheckResponse, Inconclusive } from './requester.ts'
import type { ServiceProbe } from './service-probe.ts'
import type { WriteTrial } from './write-trial.ts'

/** A short description of a behaviour for which the mock service has no setting. */
export class NoSetting {
  readonly behaviour: string

  constructor(behaviour: string) {
    this.behaviour = behaviour
  }
}

/** Finds the real service's setting for an assumption. Throws {@link Inconclusive} if the responses do not show it. */
export type Probe<Setting = unknown> = (service: ServiceProbe) => Promise<Setting | NoSetting>

export type WriteProbes = {
  readonly [Name in WrittenAssumption]: (trial: WriteTrial) => Promise<Assumptions[Name] | NoSetting>
}

export type Probes = { readonly [Name in ShownAssumption]: Probe<Assumptions[Name]> }

/** The setting that fits the status of a response. */
export function settingOfStatus<const Setting>(
  { status }: Pick<CheckResponse, 'status'>,
  settings: Readonly<Record<number, Setting>>,
): Setting | NoSetting {
  return settings[status] ?? new NoSetting(`status ${status}`)
}

/**
 * The setting that all events show. Skips events for which `read` returns undefined. If no event is left, throws {@link Inconclusive} with
 * `reason`.
 */
export function commonSetting<Setting>(
  events: readonly JsonObject[],
  read: (event: JsonObject) => Setting | NoSetting | undefined,
  reason: string,
): Setting | NoSetting {
  const settings = new Map<string, Setting | NoSetting>()
  for (const event of events) {
    const setting = read(event)
    if (setting !== undefined) settings.set(setting instanceof NoSetting ? setting.behaviour : String(setting), setting)
  }
  const [first, ...others] = settings.values()
  if (first === undefined) throw new Inconclusive(reason)
  return others.length === 0 ? first : new NoSetting([...settings.keys()].join(', '))
}
