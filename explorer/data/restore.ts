import { serviceUrl } from './control.ts'
import { startedSince, whereNow } from './started.ts'

/** How an upload ended that was not refused: `stopped` changed nothing, one that is stopped `late` has. */
export type Restored = 'done' | 'stopped' | 'late'

/** Lets the service go on from the state in a file. It goes out as it is: a page that read it first would hold all of it several times. */
export async function restoreFrom(file: File, signal: AbortSignal): Promise<Restored> {
  let before: string | undefined
  try {
    before = await whereNow(signal)
    const answer = await fetch(`${serviceUrl}/_mock/state`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: file,
      signal,
    })
    if (answer.ok) return 'done'
    const { error }: { readonly error?: unknown } = await answer.json()
    throw new Error(`The service refused the file, and nothing has changed. ${error}`)
  } catch (error) {
    if (!signal.aborted) throw error
    return before !== undefined && (await startedSince(before)) ? 'late' : 'stopped'
  }
}
