import { type Interruption, interruptible } from '../interrupt.ts'
import { say } from '../output.ts'
import { Problem } from '../problem.ts'
import type { Task } from '../task.ts'
import { type AnyEvents, clientOf } from './client.ts'
import type { ServiceFlags } from './flags.ts'
import { problemOf } from './refusal.ts'

/** What a command does with a service. Its exit code is 0 where it gives none. */
export type Work = (events: AnyEvents, interruption: Interruption) => Promise<number | undefined>

/** A write that a signal may end: then nobody here knows what became of it. What shows its result may fail by itself. */
export async function writing<T>(
  signal: AbortSignal,
  write: () => Promise<T>,
  show: (result: T) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted()
  const result = await write().catch((error) => {
    if (error === signal.reason) say('interrupted; whether it took effect is not known')
    throw error
  })
  await show(result).catch((error) => {
    if (error instanceof Problem)
      throw new Problem(1, `${error.message}; it took effect all the same`, { cause: error })
    throw error
  })
}

/** A task that talks to the service of the flags, whose failures are told in terms of flags, and that signals end. */
export function talking(flags: ServiceFlags, own: Readonly<Record<string, string>>, work: Work): Task {
  return async () => {
    const { isEventsError } = await import('osdi-events')
    try {
      const events = await clientOf(flags)
      return await interruptible(async (interruption) => (await work(events, interruption)) ?? 0)
    } catch (error) {
      throw isEventsError(error) ? problemOf(error, own) : error
    }
  }
}
