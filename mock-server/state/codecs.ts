import { MockServiceError } from '../errors.ts'
import { getIn } from '../text/json.ts'
import { type Check, list, object, pathOf, text, validate, validateKeys } from '../validate.ts'

export const stateError = (path: string, problem: string) => new MockServiceError('state', path, problem)

/** Reads and writes a member of a state document. */
export interface Codec<Value> {
  /** Throws an error with the path of the value, if the value is invalid. */
  read(value: unknown, path: string): Value
  /** Returns undefined if the document does not get the member. */
  write(value: Value): unknown
}

/** A codec; or a check, for a value that the document has unchanged. */
export type Field<Value> = Check<Value> | Codec<Value>

const codecOf = <Value>(field: Field<Value>): Codec<Value> =>
  'read' in field ? field : { read: (value, path) => validate(field, value, path, 'state'), write: (value) => value }

/** A member that is absent from the document if it has its default value. */
export function withDefault<Value, const Default>(byDefault: Default, field: Field<Value>): Codec<Value | Default> {
  const { read, write } = codecOf(field)
  return {
    read: (value, path) => (value === undefined ? byDefault : read(value, path)),
    write: (value) => (value === byDefault ? undefined : write(value as Value)),
  }
}

export const optional = <Value>(field: Field<Value>) => withDefault(undefined, field)

export function listOf<Value>(field: Field<Value>, max?: number): Codec<readonly Value[]> {
  const { read, write } = codecOf(field)
  return {
    read: (value, path) => {
      const entries = validate(list, value, path, 'state')
      if (max !== undefined && entries.length > max) throw stateError(path, `must be a list of ${max} at the most`)
      return Object.freeze(entries.map((entry, index) => read(entry, `${path}[${index}]`)))
    },
    write: (values) => values.map(write),
  }
}

/** The type of an object with these fields. */
export type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

/** The codec of an object with these members. An unknown member is an error. */
export function objectOf<Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
): Codec<ValuesOf<Fields>> {
  const names = Object.keys(fields)
  const codecs = Object.entries(fields).map(([name, field]) => [name, codecOf(field)] as const)
  return {
    read: (value, path) => {
      const object = validateKeys(value, path, names, 'state', 'state')
      const members = codecs.map(([name, { read }]) => [name, read(getIn(object, name), pathOf(path, name))])
      return Object.fromEntries(members) as ValuesOf<Fields>
    },
    write: (value) => defined(codecs.map(([name, { write }]) => [name, write(getIn(value, name))])),
  }
}

const defined = (members: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(members.filter(([, value]) => value !== undefined))

/** Wraps a codec, so that the read object has no undefined members. */
export const sparse = <Whole>({ read, write }: Codec<object>): Codec<Whole> => ({
  read: (value, path) => Object.freeze(defined(Object.entries(read(value, path)))) as Whole,
  write: (value) => write(value as object),
})

/** The codec of an object whose members are all texts. */
export const texts: Codec<Readonly<Record<string, string>>> = {
  read: (value, path) => {
    const members = Object.entries(validate(object, value, path, 'state'))
    return Object.freeze(
      Object.fromEntries(members.map(([name, member]) => [name, validate(text, member, pathOf(path, name), 'state')])),
    )
  },
  write: (value) => value,
}
