import type { FaultKind, FaultRule } from 'osdi-events/mock'
import { isKind, kinds } from './kinds.ts'

/** A rule that is being written: texts by the names of their fields. */
export type Draft = Readonly<Record<string, string>> & { readonly kind: FaultKind }

/** Fields that say which requests are meant and how often; they stay when another kind is chosen. */
export const matchNames = ['version', 'operation', 'method', 'path', 'key', 'nth', 'times', 'when'] as const

/** A rule of a kind, as the form shows it first. */
export function draftOf(kind: FaultKind, given: Readonly<Record<string, string>> = {}): Draft {
  const starts = kinds[kind].fields.flatMap(({ name, start }) => (start === undefined ? [] : [[name, start] as const]))
  return { ...Object.fromEntries(starts), ...given, kind }
}

/** The same requests, with another effect. */
export function withKind(draft: Draft, kind: string): Draft {
  const match = matchNames.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name]] as const]))
  return isKind(kind) ? draftOf(kind, Object.fromEntries(match)) : draft
}

/** A mistake of a field that no rule could carry to the service. */
export class FieldError extends Error {
  readonly field: string

  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`)
    this.field = field
  }
}

/** The rule as it is sent. What makes no sense goes along as it was written: the service says what is wrong with it. */
export function ruleOf(draft: Draft): FaultRule {
  const text = (name: string) => draft[name]?.trim() || undefined
  const operations = text('operation')?.split(',')
  const rule = {
    version: text('version'),
    operation: operations?.length === 1 ? operations[0] : operations,
    method: text('method'),
    path: text('path'),
    key: text('key'),
    nth: numberIn(text('nth')),
    times: numberIn(text('times')),
    when: text('when'),
    effect: { kind: draft.kind, ...effectOf(draft) },
  }
  // Without what is undefined, as it is sent, and shown before.
  return JSON.parse(JSON.stringify(rule)) as FaultRule
}

/** The members of each kind of effect, out of its fields. */
function effectOf(draft: Draft): object {
  const text = (name: string) => draft[`effect.${name}`]?.trim() || undefined
  const number = (name: string) => numberIn(text(name))
  switch (draft.kind) {
    case 'latency':
      return { ms: text('ms.max') === undefined ? number('ms.min') : { min: number('ms.min'), max: number('ms.max') } }
    case 'status':
      return { status: number('status'), body: valueIn(text('body')), headers: headersIn(text('headers')) }
    case 'rate-limit':
      return { retryAfter: number('retryAfter') ?? null }
    case 'html':
      return { html: text('html') }
    case 'reset':
      return { at: text('at') }
    case 'redirect':
      return { to: text('to'), status: number('status') }
    case 'next':
      return { to: text('to') }
    case 'shape':
      return {
        remove: text('remove')
          ?.split(',')
          .map((name) => name.trim()),
        set: valueIn(text('set')),
      }
    case 'echo-key':
      return { status: number('status') }
    case 'new-events':
      return { count: number('count') }
    default:
      return {}
  }
}

const numberIn = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text

function valueIn(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text)
  } catch {
    return text
  }
}

function headersIn(text: string | undefined): object | undefined {
  const lines = text?.split('\n').filter((line) => line.trim() !== '')
  const entries = lines?.map((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (name === undefined) throw new FieldError('effect.headers', 'each line must be a name, a colon and a value')
    return [name.trim(), value?.trim() ?? ''] as const
  })
  const names = entries?.map(([name]) => name)
  if (names?.some((name, at) => names.indexOf(name) !== at))
    throw new FieldError('effect.headers', 'a name stands there twice')
  return entries && Object.fromEntries(entries)
}
