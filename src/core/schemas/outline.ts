import type * as z from 'zod/mini'
import { factsOf } from './facts.ts'

/** What the documents know of a place in an answer: a field, an object or a list. */
export interface Outline {
  readonly fields?: ReadonlyMap<string, Outline>
  /** Names of those fields that the service gives every resource. */
  readonly always?: readonly string[]
  readonly entries?: Outline
  readonly known?: ReadonlySet<string>
}

/** Reads the outline off a schema, so that fields are listed in one place. */
export function outlineOf(schema: z.core.$ZodType): Outline {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const { known, entries, relation } = factsOf(schema)
  // One or many: the place of a link is called the same.
  if (entries && relation) return outlineOf(entries)
  const own = {
    ...(known && { known: new Set(known) }),
    ...(entries && { entries: outlineOf(entries) }),
  }
  if (def.type === 'optional' || def.type === 'nullable') return { ...outlineOf(def.innerType), ...own }
  if (def.type !== 'object') return own
  const fields = Object.entries(def.shape)
  return {
    ...own,
    fields: new Map(fields.map(([name, field]) => [name, outlineOf(field)])),
    always: fields.filter(([, field]) => factsOf(field).always).map(([name]) => name),
  }
}

/** One thing that is not as the documents know it. */
export interface Difference {
  readonly kind: 'unknown field' | 'missing field' | 'new value'
  readonly field: string
  readonly value?: string
}

/** Everything in a value that is not as its outline, list entries each for itself. Types are the schema's to check. */
export function* differences(value: unknown, outline: Outline, place = ''): Generator<Difference, void> {
  if (Array.isArray(value)) {
    const { entries } = outline
    for (const entry of value) yield* differences(entry, entries ?? outline, entries ? `${place}[]` : place)
  } else if (typeof value === 'object' && value !== null) {
    if (!outline.fields) return
    const within = (name: string) => (place === '' ? name : `${place}.${name}`)
    for (const [name, field] of Object.entries(value)) {
      const known = outline.fields.get(name)
      if (known) yield* differences(field, known, within(name))
      else yield { kind: 'unknown field', field: within(name) }
    }
    for (const name of outline.always ?? []) {
      if (!Object.hasOwn(value, name)) yield { kind: 'missing field', field: within(name) }
    }
  } else if (typeof value === 'string' && outline.known?.has(value) === false) {
    yield { kind: 'new value', field: place, value }
  }
}
