import { isEventsError } from 'osdi-events'
import { nothing } from './raw-answers.ts'
import { rawServer } from './raw-server.ts'
import type { AnyClient, VersionUnderTest } from './versions.ts'

const verdict = async (call: () => unknown, name: RegExp): Promise<string> => {
  try {
    await call()
    return 'accepted'
  } catch (error) {
    if (!isEventsError(error)) return `not the package's own error: ${String(error)}`
    if (error.code !== 'input') return `a ${error.code} error: ${error.message}`
    return name.test(error.message) ? 'refused' : `refused without naming it: ${error.message}`
  }
}

/**
 * Makes every call and gives the ones that are not refused as they should be, with an `InputError` whose message names
 * the culprit; an empty result is what a test wants.
 */
export const notRefused = async (
  name: RegExp,
  calls: Readonly<Record<string, () => unknown>>,
): Promise<Record<string, string>> => {
  const verdicts: Record<string, string> = {}
  for (const [label, call] of Object.entries(calls)) {
    const found = await verdict(call, name)
    if (found !== 'refused') verdicts[label] = found
  }
  return verdicts
}

/** A call for each value, labelled by the value. */
export const each = (values: readonly unknown[], call: (value: unknown) => unknown): Record<string, () => unknown> =>
  Object.fromEntries(values.map((value, index) => [`${index}: ${JSON.stringify(value)}`, () => call(value)]))

/** What {@link refusals} gives when all is well. */
export const allRefused = { found: {}, connections: 0 }

/** Makes the calls with a client of this version against a server that must not even be connected to. */
export const refusals = async (
  version: VersionUnderTest,
  name: RegExp,
  calls: (client: AnyClient, url: string) => Record<string, () => unknown>,
): Promise<{ found: Record<string, string>; connections: number }> => {
  await using server = await rawServer(nothing)
  const found = await notRefused(name, calls(version.open(server.url), server.url))
  return { found, connections: server.connections() }
}
