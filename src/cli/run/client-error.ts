import type { AnyEventsError } from 'osdi-events'
import { CliError } from './cli-error.ts'
import { presetNamespace } from './flag.ts'
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
  const failed = (message: string, hint?: string) => new CliError(1, `${message}${outcome}`, { hint, cause: error })
  switch (error.code) {
    case 'input':
      return new CliError(2, inputText(error, flags), { hint: originHint(error, flags), cause: error })
    case 'http': {
      if (!error.isAuth) return failed(`${error.status === 404 ? missingIn(error.url, flags) : ''}${error.message}`)
      const message = `the service refuses the key: ${error.message.replace('; check apiKey', '')}`
      const hint = 'check the API key, and that it belongs to this service'
      return new CliError(3, message, { hint, cause: error })
    }
    case 'schema': {
      const prefixes = prefixesOf(error)
      if (prefixes.length === 0) return failed(error.message)
      return failed(`this service uses the prefix ${prefixes.join(' or ')}`, namespaceAdvice(prefixes))
    }
    case 'link':
      return failed(inFlags(error.message))
  }
  const code = codeOf(error)
  const failure = connectionFailureOf(code) ?? certificateFailureOf(code)
  // A connection that breaks later says nothing about the set-up.
  if (!failure || code === 'ECONNRESET') return failed(error.message)
  return failed(`${failure.found}: ${error.message}`, failure.advice)
}

/** What a service does not have that answers 404, if that is certain. */
function missingIn(url: string, flags: Readonly<Record<string, string>>): string {
  const [, afterCampaigns = ''] = url.split('/event_campaigns/')
  if (afterCampaigns !== '') return 'no event campaign has this id: '
  return Object.values(flags).includes('<event>') ? 'no event has this id: ' : ''
}

/** The prefixes in a response whose curies do not name that of `--namespace`; empty for another error. */
function prefixesOf({ issues, body }: Extract<AnyEventsError, { code: 'schema' }>): readonly string[] {
  if (!issues.some(({ field }) => field === '_links.curies')) return []
  const curies: readonly unknown[] = [Object(Object(body)._links).curies ?? []].flat()
  return curies.map((each) => String(Object(each).name ?? '')).filter((name) => name !== '' && name !== 'osdi')
}

/** The flags that set the prefix of a service. */
export const namespaceAdvice = (prefixes: readonly string[]): string => {
  const flag = `--namespace ${prefixes.join(' or ')}`
  return prefixes.includes(presetNamespace) ? `use --preset action-network, or ${flag}` : `use ${flag}`
}

/** The end of the message about a failed write: whether the write took effect. */
function outcomeNote({ outcome }: AnyEventsError): string {
  if (outcome === 'unknown') return '; the write may have taken effect, so look before you send it again'
  return outcome === 'applied' ? '; the write took effect' : ''
}

/** Names of the client's arguments before a field. Users of the command line do not know these names. */
const argumentNames = ['event.', 'changes.', 'attendance.']

/** The name of a field without that of the argument. */
export const fieldOf = ({ field }: { readonly field: string }): string => {
  const name = argumentNames.find((each) => field.startsWith(each)) ?? ''
  return field.slice(name.length)
}

/** A message shows so many wrong fields. */
const maxIssues = 5

/** The issues of the client's message, with flags in place of fields. */
function inputText(
  { issues }: Extract<AnyEventsError, { code: 'input' }>,
  own: Readonly<Record<string, string>>,
): string {
  const flags: Readonly<Record<string, string>> = { apiKey: 'the API key', ...serviceFlagOf, ...own }
  const shown = issues.slice(0, maxIssues).map((issue) => {
    const field = fieldOf(issue)
    return `${Object.hasOwn(flags, field) ? flags[field] : field}: ${inFlags(issue.message)}`
  })
  return [...shown, ...(issues.length > maxIssues ? [`and ${issues.length - maxIssues} more`] : [])].join('; ')
}

const originFlag = '--origin-system'

/** What the origin is for: it is required, and no form of a service asks for it. */
function originHint(
  { issues }: Extract<AnyEventsError, { code: 'input' }>,
  flags: Readonly<Record<string, string>>,
): string | undefined {
  if (!issues.some((issue) => flags[fieldOf(issue)] === originFlag)) return
  return `${originFlag} says where the event comes from, for people to read: such as ${originFlag} Calendar`
}

/** The client's own words, with flags in place of its options. */
const inFlags = (text: string): string =>
  Object.entries(serviceFlagOf).reduce((said, [option, flag]) => said.replaceAll(option, flag), text)
