import * as z from 'zod/mini'
import { isObject } from '../base/values.ts'

// The parts that schemas are made of: those of zod/mini. A request asks more of some of them (`request-schema.ts`), so each is one object that is
// compared by identity.

export const text: z.ZodMiniType<string> = /* @__PURE__ */ z.string()
export const flag: z.ZodMiniType<boolean> = /* @__PURE__ */ z.boolean()
export const number: z.ZodMiniType<number> = /* @__PURE__ */ z.number()
export const texts: z.ZodMiniType<string[]> = /* @__PURE__ */ z.array(text)

export const integer: z.ZodMiniType<number> = /* @__PURE__ */ number.check(
  /* @__PURE__ */ z.refine(Number.isSafeInteger, 'must be a whole number within ±2^53'),
)

// In a response, any text passes as one of these four.

/** A date-time with a zone. */
export const moment: z.ZodMiniType<string> = /* @__PURE__ */ z.string()
/** A date-time by the clock at the event's place. */
export const localTime: z.ZodMiniType<string> = /* @__PURE__ */ z.string()
export const email: z.ZodMiniType<string> = /* @__PURE__ */ z.string()
export const phone: z.ZodMiniType<string> = /* @__PURE__ */ z.string()

/** A value that other code checks. */
export const anything: z.ZodMiniType = /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown())

/** Texts of the form `<system>:<id>`. */
export const identifiers: z.ZodMiniType<string[]> = /* @__PURE__ */ z.array(text)

/** An object with any names and values. */
export const members: z.ZodMiniType<Readonly<Record<string, unknown>>> = /* @__PURE__ */ z.custom<
  Readonly<Record<string, unknown>>
>(isObject)

/** An open enum: any text passes, and the drift report lists texts that are not known. */
export const openEnum = <Known extends string>(known: readonly Known[]) => z.union([text, z.literal(known)])

/** A member that may be null or absent. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** A member that may have any value in a response. The drift report lists values that do not fit. (`z.catch` would add 3.5 KB to a bundle.) */
export const lenient = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.union([z.nullable(schema), z.unknown()])) as unknown as z.ZodMiniOptional<z.ZodMiniNullable<Schema>>

type MaybeEach<Shape> = { [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniNullable<Shape[Name] & z.ZodMiniType>> }

const mapEach =
  (map: (schema: z.ZodMiniType) => z.ZodMiniType) =>
  <Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) =>
    Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, map(schema)])) as MaybeEach<Shape>

/** Makes each member of a shape `maybe`. */
export const maybeEach = /* @__PURE__ */ mapEach(maybe)
/** Makes each member of a shape `lenient`. */
export const lenientEach = /* @__PURE__ */ mapEach(lenient)

/** A relation of HAL: one entry, or an array of entries. The array is first: {@link issuesOf} relies on it. */
export const oneOrMany = <Entry extends z.ZodMiniType, List extends z.ZodMiniType = z.ZodMiniArray<Entry>>(
  entry: Entry,
  list = z.array(entry) as unknown as List,
) => z.union([list, entry])

type AnySchema = z.core.$ZodType & z.core.$ZodTypes

/** The schema inside of `lenient`; undefined for other schemas. */
export function insideLenient(schema: z.core.$ZodType): AnySchema | undefined {
  const { def } = (schema as AnySchema)._zod
  if (def.type === 'optional') return insideLenient(def.innerType)
  const [inside, rest] = def.type === 'union' ? def.options : []
  return inside && (rest as AnySchema | undefined)?._zod.def.type === 'unknown' ? bare(inside) : undefined
}

/** The schema inside of `maybe` and `lenient`. */
export function bare(schema: z.core.$ZodType): AnySchema {
  const { def } = (schema as AnySchema)._zod
  return 'innerType' in def ? bare(def.innerType) : (insideLenient(schema) ?? (schema as AnySchema))
}

type Output<Schema> = Schema extends z.ZodMiniType<infer Out> ? Out : never

/**
 * A schema for each member of a hand-written type. The compiler refuses a schema that is missing, extra or of another type, and one that accepts null
 * where the type does not, or the reverse.
 *
 * @example
 * `SchemasOf<{ id: string; count?: number | null }, Given>` accepts `{ id: text, count: maybe(integer) }`.
 */
export type SchemasOf<Type, Given> = {
  readonly [Name in keyof Type | keyof Given]: Name extends keyof Type & keyof Given
    ? [Output<Given[Name]>] extends [Type[Name]]
      ? [Exclude<Type[Name], undefined>] extends [Output<Given[Name]>]
        ? Given[Name]
        : never
      : never
    : never
}

/** The schema of an object with the members of a hand-written type. Other members of a response pass unchecked. */
export const objectOf =
  <Type>() =>
  <const Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape & SchemasOf<Type, Shape>) =>
    z.object(shape as Readonly<Record<string, z.ZodMiniType>>) as unknown as z.ZodMiniType<Type>
