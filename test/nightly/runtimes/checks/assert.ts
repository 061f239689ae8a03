import { type AnyEventsError, isEventsError } from 'osdi-events'

export function equal(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== should) throw new Error(`${what}: ${is}, which should have been ${should}`)
}

/** The package's own error that a call ends in, with its code as expected. */
export async function failureOf(call: () => unknown, ...codes: readonly string[]): Promise<AnyEventsError> {
  const thrown = await thrownBy(call)
  if (!isEventsError(thrown)) throw new Error(`should have ended in an error of ${codes}, not in ${String(thrown)}`)
  if (!codes.includes(thrown.code)) equal(thrown.code, codes, `code of "${thrown.message}"`)
  return thrown
}

/** Whatever a call ends in. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('the call did not fail')
}

/** Waits until something holds, for as long as the check may take. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}
