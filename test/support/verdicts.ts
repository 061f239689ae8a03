import { isEventsError } from 'osdi-events'

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
