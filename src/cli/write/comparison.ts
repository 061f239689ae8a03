import type { Io } from '../run/io.ts'
import { makeClient, type ServiceFlags } from '../run/service.ts'
import { jsonResponse } from './fetch-without-writes.ts'

/** Names the fields that an event has with another value. Sends nothing. */
export type Compare = (fields: object, event: object) => Promise<readonly string[]>

/**
 * Makes a comparison by the rules of `unappliedOf`: an update whose answer is the event as it is.
 *
 * @returns a function that throws an InputError if a field cannot be sent
 */
export async function comparisonOf({ keyFile: _, ...flags }: ServiceFlags, io: Io): Promise<Compare> {
  const { idOf, unappliedOf } = await import('osdi-events')
  let event: object = {}
  const client = await makeClient(
    { ...flags, rateLimit: 'off' },
    // The key file may be a pipe, which can be read only once. This client sends no key.
    { ...io, env: { ...io.env, EVENTS_API_KEY: 'none' }, fetch: async () => jsonResponse(event) },
  )
  return async (fields, compared) => {
    if (Object.keys(fields).length === 0) return []
    event = compared
    return unappliedOf(await client.update(idOf(compared), fields, { signal: io.signal }))
  }
}
