import type { FaultRule } from 'osdi-events/mock'
import type { Field } from '../components/form.tsx'
import { conditionsFor, type Keys, timing } from './conditions.ts'
import { isObject, type Members } from './formats.ts'
import type { FaultField } from './kind.ts'
import { kindOf, kinds } from './kinds.ts'

/** Texts in the fields of the form, by field. A field of a kind has the name of its kind in front: `status.status`. */
export type Texts = Readonly<Record<string, string>>

/** The fields of a kind, with the names that {@link Texts} have. */
export const fieldsOf = (kind: string): readonly FaultField[] =>
  (kindOf(kind)?.fields ?? []).map((field) => ({ ...field, name: `${kind}.${field.name}` }))

/** What the fields say. */
export interface Draft {
  readonly rule: FaultRule
  /** The errors, by field. */
  readonly errors: Texts
}

/** Reads the rule from the fields. Members with an error are missing in the rule. */
export function draftOf(texts: Texts, keys: Keys): Draft {
  const errors: Record<string, string> = {}
  const read = (fields: readonly FaultField[]) => {
    const members: Record<string, unknown> = {}
    for (const { name, value = '', format, required } of fields) {
      const text = texts[name] ?? value
      try {
        if (text.trim() !== '') members[name.replace(/^.*\./, '')] = format.read(text)
        else if (required) errors[name] = 'Must not be empty'
      } catch (error) {
        errors[name] = error instanceof Error ? error.message : String(error)
      }
    }
    return members
  }
  const { kind = 'status' } = texts
  const members = read(fieldsOf(kind))
  const effect = { kind, ...(kindOf(kind)?.join?.(members) ?? members) }
  const rule = { ...read(conditionsFor(keys)), ...read([timing(kind)]), effect } as FaultRule
  return { rule, errors }
}

/** The field for a rule as JSON. */
export const jsonField: Field = {
  name: 'json',
  label: 'Fault, as JSON',
  type: 'long',
  hint: 'Beside effect: operation, version, method, path, query, key, nth, times, when. What is left out matches everything.',
}

/** Reads the rule from JSON. The service checks the members other than `effect.kind`. */
export function jsonDraftOf(text: string): Draft {
  // The rule is any rule: nothing shows or sends a rule with an error.
  const wrong = (problem: string): Draft => ({
    rule: { effect: { kind: 'html' } },
    errors: { json: problem },
  })
  let rule: unknown
  try {
    rule = JSON.parse(text)
  } catch (error) {
    return wrong(`This is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!isObject(rule)) return wrong('Must be an object, such as {"effect": {"kind": "html"}}')
  if (!isObject(rule.effect)) return wrong('effect must be an object, such as {"kind": "html"}')
  if (!kindOf(rule.effect.kind)) return wrong(`effect.kind must be one of ${Object.keys(kinds).join(', ')}`)
  return { rule: rule as unknown as FaultRule, errors: {} }
}

/** The texts of the fields that say a rule; or the name of the first member that no field can say. */
export function textsOf(rule: Members, keys: Keys): { readonly texts: Texts } | { readonly unsaid: string } {
  const { effect, ...conditions } = rule
  const { kind, ...options } = isObject(effect) ? effect : {}
  const known = kindOf(kind)
  if (!known) return { unsaid: isObject(effect) ? 'effect.kind' : 'effect' }
  const texts: Record<string, string> = { kind: String(kind) }
  const write = (fields: readonly FaultField[], members: Members, prefix = '') =>
    Object.entries(members).find(([member, value]) => {
      if (value === undefined) return false
      const name = `${prefix}${member}`
      const text = fields.find((field) => field.name === name)?.format.write(value)
      if (text !== undefined) texts[name] = text
      return text === undefined
    })?.[0]
  const condition = write([...conditionsFor(keys), timing(String(kind))], conditions)
  if (condition !== undefined) return { unsaid: condition }
  const option = write(fieldsOf(String(kind)), known.split?.(options) ?? options, `${kind}.`)
  return option === undefined ? { texts } : { unsaid: `effect.${option}` }
}

/**
 * The name of the field to which an error of the service belongs. `path` is a path in the request, such as `rule.effect.ms.max`, and `names`
 * are the names of the fields to choose from.
 */
export const fieldAt = (path: string, names: readonly string[]): string | undefined =>
  path
    .split(/[.[]/)
    .map((part) => names.find((name) => name.replace(/^.*\./, '') === part))
    .findLast((name) => name !== undefined)
