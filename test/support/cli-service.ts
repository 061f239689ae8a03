import { type Ended, mock, osdiEvents, type Running, type Served } from './cli.ts'

/** A served service, and the command line told by its environment where it is. */
export interface CliService extends AsyncDisposable {
  readonly service: Served
  /** Starts a command; `env` comes on top. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Running
  /** Runs a command to its end, with nothing or this text on standard input. */
  ran(
    args: readonly string[],
    given?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
  ): Promise<Ended>
  /** Adds a fault rule to the service. */
  fault(rule: object): Promise<void>
}

/** Starts `osdi-events mock` with these flags, for commands that talk to it. */
export async function cliService(...flags: string[]): Promise<CliService> {
  const service = await mock(...flags)
  const environment = { EVENTS_BASE_URL: service.url, EVENTS_API_KEY: service.keys.group }
  const start: CliService['start'] = (args, env) => osdiEvents(args, { ...environment, ...env })
  return {
    service,
    start,
    ran: async (args, { input = '', env } = {}) => {
      await using running = start(args, env)
      running.process.stdin?.on('error', () => {}).end(input)
      return await running.ended
    },
    fault: async (rule) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${service.url}/_mock/faults`, { method: 'POST', headers, body: JSON.stringify(rule) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
