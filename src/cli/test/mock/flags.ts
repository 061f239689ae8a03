import type { Command } from 'commander'
import { addPreset, flagsOf, number, rate, several, text } from '../../run/flag.ts'

/** The flags of `osdi-events mock`. An invalid number is `NaN`, which the mock service rejects with a message of its own. */
export interface MockFlags {
  readonly port?: number
  readonly host: string
  readonly events: number
  readonly perPage: number
  readonly preset?: 'action-network'
  readonly namespace: string
  readonly groupKey?: string
  readonly individualKey?: string
  readonly seed?: string
  readonly now?: string
  readonly latency?: number
  readonly rateLimit?: number | 'off'
  readonly state?: string
  readonly assumptions?: string
  readonly cors?: true
  readonly allowHost?: readonly string[]
  readonly baseUrl?: string
  readonly trustProxy?: true
  readonly intercept?: boolean
  readonly passHost?: readonly string[]
  readonly exitWithParent?: true
  readonly ui: boolean
  readonly json?: true
}

/** Maps the field of an error of the mock service to the flag that sets it. */
const flagOf: Readonly<Record<string, string>> = {
  port: '--port',
  host: '--host',
  events: '--events',
  perPage: '--per-page',
  namespace: '--namespace',
  'keys.group': '--group-key',
  'keys.individual': '--individual-key',
  seed: '--seed',
  now: '--now',
  'rule.effect.ms': '--latency',
  'assumptions.rateLimit': '--rate-limit',
  state: '--state',
  assumptions: '--assumptions',
  allowHosts: '--allow-host',
  baseUrl: '--base-url',
}

/** The flag that sets the field of an error. A member of a field has the flag of the field: for `allowHosts[0]`, the result is `--allow-host`. */
export function flagFor(field: string): string | undefined {
  const name = Object.keys(flagOf).find(
    (known) => field === known || (/^[.[]/.test(field.slice(known.length)) && field.startsWith(known)),
  )
  return name === undefined ? undefined : flagOf[name]
}

export function addMockFlags(command: Command): Command {
  const add = flagsOf(command)
  add(
    '--port <number>',
    'port to listen on; 0 chooses a free port (default: 4010; with a command, a free port)',
    number,
  )
  add('--host <address>', 'address to listen on', text, '127.0.0.1')
  add('--events <number>', 'number of realistic events to start with, at most 2000000', number, 60)
  add('--per-page <number>', 'events on a page', number, 25)
  addPreset(command, 'prefix and conventions of a known service')
  add('--namespace <prefix>', "the service's own prefix", text, 'platform')
  add('--group-key <key>', 'key of the group that has the events (default: generated)', text)
  add('--individual-key <key>', 'key of an account without events (default: generated)', text)
  add('--seed <text>', 'text from which ids and events are generated: the same text gives the same service', text)
  add('--now <date-time>', "start time; the clock moves only with writes (default: the system's time)", text)
  add('--latency <ms>', 'milliseconds before each response', number)
  add('--rate-limit <number>', 'requests per second for each key, or off; further requests get 429', rate)
  add('--assumptions <file>', 'conventions of a service, from osdi-events check --save', text)
  add('--state <file>', 'loads the state from this file if it exists, and saves it there', text)
  command.option('--cors', 'lets pages of other origins use the API (never the admin API)')
  add('--allow-host <name>', 'further host name that the admin API accepts; may be repeated', several)
  add('--base-url <url>', 'address that links begin with (default: the address of each request)', text)
  command.option('--trust-proxy', 'links begin with what X-Forwarded-Proto and X-Forwarded-Host say')
  command.option(
    '--intercept',
    'requests of the command for the address of the preset, or of --base-url, go to the mock (default with a command)',
  )
  command.option('--no-intercept', 'requests of the command go where they would without the mock')
  add('--pass-host <name>', 'another host that the command may reach; may be repeated', several)
  command.option('--exit-with-parent', 'ends when the process that started it ends (always on under npx and npm)')
  command.option('--no-ui', 'does not serve the explorer, the page for browsers')
  return command.option('--json', 'prints address and keys as one line of JSON, also on a terminal')
}
