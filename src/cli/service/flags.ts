import type { Command } from 'commander'
import { flagsOf, number, text } from '../flag.ts'
import { Problem } from '../problem.ts'

/** The versions of the interface. */
export type Version = 'v1' | 'v2'

/** The flags of every command that talks to a service, as they were given. */
export interface ServiceFlags {
  readonly api: Version
  readonly baseUrl?: string
  readonly keyFile?: string
  readonly namespace: string
  readonly rateLimit?: number
  readonly allowInsecureHttp?: true
}

const version = (given: string): Version => {
  if (given === 'v1' || given === 'v2') return given
  throw new Problem(2, '--api: must be v1 or v2')
}

/** Adds what says which service, which version and which key. */
export function addServiceFlags(command: Command): Command {
  const add = flagsOf(command)
  add('--api <version>', 'version of the interface: v1 or v2', version, 'v2')
  add('--base-url <address>', 'address of the service (default: EVENTS_BASE_URL of the environment)', text)
  add('--key-file <file>', 'file that holds the API key (default: EVENTS_API_KEY of the environment)', text)
  add('--namespace <prefix>', "the service's own prefix; action_network for the Action Network", text, 'platform')
  add('--rate-limit <number>', 'requests a second at the most (default: no limit)', number)
  return command.option('--allow-insecure-http', 'takes an http: address that leads off this machine')
}

/** The flag behind each option or argument of the client, by the field that its errors name. */
export const serviceFlagOf: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  namespace: '--namespace',
  'rateLimit.perSecond': '--rate-limit',
  allowInsecureHttp: '--allow-insecure-http',
}

/** Help that every such command ends with. */
export const serviceHelp = `
The key is taken from EVENTS_API_KEY or from --key-file, never from an argument, which others on this machine could see.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the service refuses the key, 130 interrupted (143 by SIGTERM).`
