import type { AnyEventsError } from 'osdi-events'
import { CliError } from './cli-error.ts'
import { certificateFailureOf, codeOf, connectionFailureOf } from './network-failures.ts'

/** Maps the field of an InputError to the flag that sets it. */
export const serviceFlagOf: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  apiPath: '--api-path',
  keyHeader: '--key-header',
  namespace: '--namespace',
  'rateLimit.perSecond': '--rate-limit',
  allowInsecureHttp: '--allow-insecure-http',
}

/**
 * Turns an error of the client into a message and an exit code.
 *
 * @param flags the command's own flags by field
 * @param outcome the end of the message, about a write
 */
export function cliErrorOf(
  error: AnyEventsError,
  flags: Readonly<Record<string, string>>,
  outcome = outcomeNote(error),
): CliError {
  const options = { cause: error }
  if (error.code === 'input') {
    const [message, hint] = splitAdvice(messageInFlags(error.field, error.message, flags))
    return new CliError(2, message, { hint, ...options })
  }
  if (error.code === 'http' && error.isAuth) {
    const message = `the service refuses the key: ${error.message.replace(/; check apiKey$/, '')}`
    return new CliError(3, message, { hint: 'check the API key, and that it belongs to this service', ...options })
  }
  if (error.code === 'http' && error.status === 404) {
    return new CliError(1, `${missingIn(error.url, flags)}${error.message}${outcome}`, options)
  }
  const code = codeOf(error)
  const failure = connectionFailureOf(code) ?? certificateFailureOf(code)
  // A connection that breaks later says nothing about the set-up.
  if (failure && code !== 'ECONNRESET') {
    return new CliError(1, `${failure.found}: ${error.message}${outcome}`, { hint: failure.advice, ...options })
  }
  const [message, hint] = splitAdvice(error.message)
  const [, asked] = /names no prefix (\S+),/.exec(message) ?? []
  const [, used] = /^use .*--namespace (\S+)/.exec(hint ?? '') ?? []
  if (asked && used) {
    return new CliError(1, `this service uses the prefix ${used}, not ${asked}${outcome}`, { hint, ...options })
  }
  return new CliError(1, `${message}${outcome}`, { hint, ...options })
}

/** What a service does not have that answers 404, if that is certain. */
function missingIn(url: string | undefined, flags: Readonly<Record<string, string>>): string {
  if (url !== undefined && /\/event_campaigns\/[^/]/.test(url)) return 'no event campaign has this id: '
  return Object.values(flags).includes('<event>') ? 'no event has this id: ' : ''
}

/** Splits the client's advice from its message, and says it in flags. The client writes it after a semicolon, such as `; set namespace to platform`. */
function splitAdvice(said: string): readonly [message: string, hint: string | undefined] {
  const [, message = said, advice] =
    /^(.*?); ((?:set|use|give|pass|write|if it is the same service,) .*)$/s.exec(said) ?? []
  return [message, advice && adviceInFlags(advice)]
}

/** Advice of the client, in flags. */
export const adviceInFlags = (advice: string): string =>
  advice
    .replace(/^set namespace to action_network$/, 'use --preset action-network, or --namespace action_network')
    .replace(/^set namespace to /, 'use --namespace ')
    .replace('give an e-mail address, a telephone number or an identifier', 'give --email, --phone or --person')
    .replace('set baseUrl to', 'set --base-url to')
    .replace('set apiPath to', 'set --api-path to')
    .replace('allowInsecureHttp', '--allow-insecure-http')

/** The end of the message about a failed write: whether the write took effect. */
function outcomeNote({ outcome }: AnyEventsError): string {
  if (outcome === 'unknown') return '; the write may have taken effect, so look before you send it again'
  return outcome === 'applied' ? '; the write took effect' : ''
}

/** Names of the client's arguments in its messages. Users of the command line do not know these names. */
const argumentNames = /(^|; )(?:event|changes|attendance)\./g

/** The client's message, with the flag in place of the field. */
function messageInFlags(named: string, said: string, own: Readonly<Record<string, string>>): string {
  const [field = '', message = ''] = [named, said].map((text) => text.replace(argumentNames, '$1'))
  if (field === 'apiKey') return message.replace(/^apiKey/, 'the API key')
  const flags: Readonly<Record<string, string>> = { ...serviceFlagOf, ...own }
  const flag = Object.hasOwn(flags, field) ? flags[field] : undefined
  const first = flag === undefined ? message : message.replace(field, () => flag)
  // The client names several wrong fields in one message.
  const inFlag = Object.entries(own).reduce(
    (text, [name, each]) => text.replace(`; ${name}: `, () => `; ${each}: `),
    first,
  )
  return inFlag.replace('allowInsecureHttp', '--allow-insecure-http').replace('apiPath', '--api-path')
}
