import { mock, osdiEvents } from '../support/cli.ts'
import { controlled } from '../support/served.ts'

type Variables = Readonly<Record<string, string>>

/** Starts `osdi-events mock` with these flags, and tells commands by their environment where it is. */
export async function cliService(...flags: string[]) {
  const service = await mock(...flags)
  const environment = { EVENTS_BASE_URL: service.url, EVENTS_API_KEY: service.keys.group }
  /** Starts a command; `env` comes on top. */
  const start = (args: readonly string[], env?: Variables) => osdiEvents(args, { ...environment, ...env })
  return {
    service,
    start,
    /** Runs a command to its end, with nothing or this text on standard input. */
    ran: async (
      args: readonly string[],
      { input = '', env }: { readonly input?: string; readonly env?: Variables } = {},
    ) => {
      await using running = start(args, env)
      running.process.stdin?.on('error', () => {}).end(input)
      return await running.ended
    },
    /** Adds a fault rule to the service. */
    fault: async (rule: object) => {
      const { status, json } = await controlled(service.url, 'POST faults', rule)
      if (status >= 400) throw new Error(JSON.stringify(json))
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
