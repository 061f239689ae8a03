import type { FaultRule } from 'osdi-events/mock'
import type { Options } from '../components/field.tsx'
import { isMembers } from '../components/members.ts'

/** A common failure as a sentence. A name in braces stands for an input, which changes a part of the rule. Each preset has `times` too. */
export interface Preset {
  readonly title: string
  readonly sentence: string
  readonly rule: FaultRule
}

export const presets: readonly Preset[] = [
  {
    title: 'Down for a moment',
    sentence: 'A request that {operation} gets {status}.',
    rule: { times: 3, effect: { kind: 'status', status: 503 } },
  },
  {
    title: 'Too many requests',
    sentence: 'A request that {operation} gets 429 with Retry-After: {seconds}.',
    rule: { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } },
  },
  {
    title: 'Page 2 fails',
    sentence: 'Page {page} of a request that {operation} gets {status}.',
    rule: { operation: 'events.list', query: { page: '2' }, times: 1, effect: { kind: 'status', status: 503 } },
  },
  {
    title: 'The service is slow',
    sentence: 'A request that {operation} gets its response {min} to {max} ms late.',
    rule: { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } },
  },
  {
    title: 'No response at all',
    sentence: 'A request that {operation} gets no response, and waits.',
    rule: { times: 1, effect: { kind: 'no-answer' } },
  },
  {
    title: 'A sign-in page in the way',
    sentence: 'A request that {operation} gets a web page instead of JSON.',
    rule: { effect: { kind: 'html' } },
  },
  {
    title: 'Broken JSON',
    sentence: 'A request that {operation} gets JSON that cannot be parsed.',
    rule: { times: 1, effect: { kind: 'malformed-json' } },
  },
  {
    title: 'Event stored, response lost',
    sentence: 'The service stores an event, and the connection breaks.',
    rule: { operation: 'events.create', times: 1, when: 'after', effect: { kind: 'reset' } },
  },
  {
    title: 'RSVP stored, response lost',
    sentence: 'The service stores an RSVP, and the connection breaks.',
    rule: { operation: 'attendances.record', times: 1, when: 'after', effect: { kind: 'reset' } },
  },
  {
    title: 'A timeout after a new campaign',
    sentence: 'The service stores a campaign and answers {status}.',
    rule: { operation: 'campaigns.create', times: 1, when: 'after', effect: { kind: 'status', status: 504 } },
  },
  {
    title: 'No access to a person',
    sentence: 'A request that reads a person gets {status}.',
    rule: { operation: 'people.get', times: 1, effect: { kind: 'status', status: 403 } },
  },
  {
    title: 'Half of a roster',
    sentence: 'Request number {nth} that {operation} gets half of the response.',
    rule: { operation: 'attendances.list', nth: 2, times: 1, effect: { kind: 'truncated' } },
  },
  {
    title: 'A list that moves',
    sentence: 'Before request number {nth} that {operation}, {count} new events appear.',
    rule: { operation: 'events.list', nth: 2, times: 1, effect: { kind: 'new-events', count: 1 } },
  },
  {
    title: 'A list without an end',
    sentence: 'A request that {operation} gets a next link to the same page.',
    rule: { operation: 'events.list', effect: { kind: 'next', to: 'loop' } },
  },
  {
    title: 'One odd event in a page',
    sentence: 'Event number {event} of each page has no {field}.',
    rule: { operation: 'events.list', effect: { kind: 'shape', event: 2, remove: ['start_date'] } },
  },
]

/** An input of a sentence: its name for screen readers, its place in the rule, and the numbers that it takes. */
interface Input {
  readonly label: string
  readonly path: readonly string[]
  readonly range?: readonly [min: number, max: number]
}

/** The inputs by their names in the sentences. `operation` and `times` are choices. */
export const inputs: Readonly<Record<string, Input>> = {
  operation: { label: 'Operation', path: ['operation'] },
  status: { label: 'Status', path: ['effect', 'status'], range: [200, 599] },
  seconds: { label: 'Seconds', path: ['effect', 'retryAfter'], range: [0, 86_400] },
  times: { label: 'How often', path: ['times'], range: [1, 1_000_000] },
  nth: { label: 'From request number', path: ['nth'], range: [1, 100_000] },
  page: { label: 'Page', path: ['query', 'page'] },
  min: { label: 'At least (ms)', path: ['effect', 'ms', 'min'], range: [0, 600_000] },
  max: { label: 'At most (ms)', path: ['effect', 'ms', 'max'], range: [0, 600_000] },
  event: { label: 'Event number', path: ['effect', 'event'], range: [1, 25] },
  count: { label: 'How many events', path: ['effect', 'count'], range: [1, 1000] },
  field: { label: 'Field', path: ['effect', 'remove', '0'] },
}

type Texts = Readonly<Record<string, string>>

/** The parts of a sentence: texts, and the names of inputs at every second place. */
export const partsOf = ({ sentence }: Preset): readonly string[] => sentence.split(/\{(\w+)\}/)

/** The names of the inputs of a preset: those of its sentence, and how often its fault happens. */
export const namesOf = (preset: Preset): readonly string[] => [
  ...partsOf(preset).filter((_, index) => index % 2 === 1),
  'times',
]

/** The texts that the inputs of a preset begin with. */
export const textsOf = (preset: Preset): Texts =>
  Object.fromEntries(
    namesOf(preset).map((name) => [name, String(inputs[name]?.path.reduce<unknown>(memberOf, preset.rule) ?? '')]),
  )

/** How often the fault of a preset can happen. The service takes a rule that begins at a number as one for a single request. */
export const timesOf = ({ rule }: Preset): Options => [
  ...(rule.nth === undefined ? [['', 'every time'] as const] : []),
  ['1', 'once'],
  ['3', rule.nth === undefined ? 'the next 3' : '3 times'],
  ...(rule.times === undefined || rule.times === 1 || rule.times === 3
    ? []
    : [[String(rule.times), `${rule.times} times`] as const]),
]

/**
 * The sentence that says what a fault does, over the fault's own rule: conditions without an input, such as the method, stay as they are. Of
 * several sentences, the one that says most. Undefined if none fits.
 */
export function presetFor(given: FaultRule): Preset | undefined {
  const { effect } = given
  const isOneTime = effect.kind === 'latency' && typeof effect.ms === 'number'
  const rule: FaultRule = isOneTime
    ? { ...given, effect: { ...effect, ms: { min: effect.ms, max: effect.ms } } }
    : given
  const fitting = presets.flatMap((preset) => {
    const own = { ...preset, rule }
    const filled = ruleFrom(preset, textsOf(own))
    return 'rule' in filled && fits(filled.rule, rule) ? [{ own, said: JSON.stringify(filled.rule).length }] : []
  })
  return fitting.toSorted((one, other) => other.said - one.said)[0]?.own
}

/** Whether a rule is the one that a sentence says, or has further conditions. */
const fits = (said: FaultRule, rule: FaultRule): boolean =>
  isWithin(said, rule) &&
  isWithin(rule.effect, said.effect) &&
  rule.when === said.when &&
  rule.nth === said.nth &&
  rule.times === said.times

/** Whether each member of an object has the same value in another one. */
const isWithin = (part: unknown, whole: unknown): boolean =>
  isMembers(part) && isMembers(whole)
    ? Object.entries(part).every(([name, value]) => isWithin(value, whole[name]))
    : JSON.stringify(part) === JSON.stringify(whole)

/** A choice of which the empty text leaves the condition out. */
const isOptional = (name: string): boolean => name === 'operation' || name === 'times'

const memberOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name]

/** The rule of a preset with the texts of its inputs; or what is wrong, and in which input. */
export function ruleFrom(
  preset: Preset,
  texts: Texts,
): { readonly rule: FaultRule } | { readonly wrong: string; readonly problem: string } {
  const rule: unknown = structuredClone(preset.rule)
  for (const [name, text] of Object.entries(texts)) {
    const { path, range } = inputs[name] ?? { path: [] }
    const isLeftOut = text === '' && isOptional(name)
    const value = range ? Number(text) : text.trim()
    if (range && !isLeftOut && !(/^\d+$/.test(text.trim()) && Number(text) >= range[0] && Number(text) <= range[1]))
      return { wrong: name, problem: `Must be a whole number from ${range[0]} to ${range[1]}` }
    if (value === '' && !isLeftOut) return { wrong: name, problem: 'Must not be empty' }
    const parent = path.slice(0, -1).reduce<unknown>(memberOf, rule) as Record<string, unknown>
    const last = path.at(-1) ?? ''
    if (isLeftOut) delete parent[last]
    else parent[last] = value
  }
  return { rule: rule as FaultRule }
}

/** Reads a fault from JSON. The service checks the rest. */
export function readRule(text: string): { readonly rule: FaultRule } | { readonly problem: string } {
  try {
    const rule = JSON.parse(text) as Partial<FaultRule> | null
    if (typeof rule !== 'object' || rule === null || Array.isArray(rule))
      return { problem: 'Must be an object, such as {"effect": {"kind": "html"}}' }
    if (typeof rule.effect !== 'object' || rule.effect === null)
      return { problem: 'effect must be an object, such as {"kind": "html"}' }
    return { rule: rule as FaultRule }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : error}` }
  }
}
