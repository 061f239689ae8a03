// A shape describes JSON as data. The client makes the zod schemas, the fast check, the drift report and the filters from shapes.

/** Kinds without parameters, and the TypeScript type of each. */
interface Scalars {
  text: string
  /** A date-time with a zone. In a response, any text passes. */
  moment: string
  /** A date-time by the clock at the event's place. In a response, any text passes. */
  localTime: string
  flag: boolean
  number: number
  /** A whole number within ±2^53. */
  integer: number
  /** A whole number from 0 up. */
  count: number
  /** Texts of the form `<system>:<id>`. */
  identifiers: string[]
  /** An e-mail address. In a response, any text passes. */
  email: string
  /** A telephone number. In a response, any text passes. */
  phone: string
  /** An object with any names and values. In a request, values are text and finite numbers. */
  members: Readonly<Record<string, unknown>>
  /** Any value. Code outside of the schema checks it. */
  apart: unknown
}

/** An open enum. Any text passes, but the drift report lists values that are not in `known`. */
interface Known {
  readonly known: readonly string[]
}

/** An array of one kind. */
interface List<Each = Kind> {
  readonly list: Each
}

/** A relation of HAL: one entry, or an array of entries. */
interface Relation<Each = Kind> {
  readonly relation: Each
  /** If true, an empty array is refused. */
  readonly atLeastOne?: true
}

/** An object with these members. Other members pass unchecked. */
export interface Shape<Type = never> {
  readonly fields: [Type] extends [never] ? Members : MembersOf<Type>
  /** If true, an empty array passes too, because PHP writes an empty object as `[]`. */
  readonly orEmptyArray?: true
  /** Finds issues that concern several members. Runs only if each member is valid. */
  readonly check?: (value: object) => readonly ShapeIssue[]
}

/** A problem that a check found; `path` leads from the object to the member. */
export interface ShapeIssue {
  readonly message: string
  readonly path?: readonly string[]
}

/** The kind of a member's value. */
export type Kind = keyof Scalars | Known | List | Relation | Shape

/** A member of an object. */
export interface Member {
  readonly kind: Kind
  /** `false` for a required member, which must not be absent or null. @default true */
  readonly nullable?: false
  /** True if the service always sends the member. The drift report then lists objects without it. */
  readonly always?: true
  /** If true, a value of any kind passes, but the drift report lists values of another kind. */
  readonly lenient?: true
  /** Whether a request requires or accepts the member. Without `sent`, only the service sets the member. */
  readonly sent?: 'required' | 'optional'
}

/** Members, by their names. */
export type Members = Readonly<Record<string, Member>>

/** The kinds whose values have this TypeScript type. */
export type KindOf<Type> =
  | { [Name in keyof Scalars]: [Type] extends [Scalars[Name]] ? Name : never }[keyof Scalars]
  | ([Type] extends [string] ? Known : never)
  | ([Type] extends [string | number | boolean] ? never : Composite<Type>)

type Composite<Type> = [Extract<Type, readonly unknown[]>] extends [never]
  ? Shape<Type>
  : [Exclude<Type, readonly unknown[]>] extends [never]
    ? Type extends readonly (infer Each)[]
      ? List<KindOf<Each>>
      : never
    : Relation<KindOf<Exclude<Type, readonly unknown[]>>>

/** The description of a member whose value has this type. It may be nullable only if the type allows null. */
export interface MemberOf<Type> {
  readonly kind: KindOf<NonNullable<Type>>
  readonly nullable?: null extends Type ? never : false
  readonly always?: true
  readonly lenient?: true
  readonly sent?: 'required' | 'optional'
}

/** Descriptions of all members of a hand-written type. The compiler refuses a table with a missing, extra or wrong description. */
export type MembersOf<Type> = {
  readonly [Name in keyof Type]-?: null extends Type[Name]
    ? MemberOf<Type[Name]>
    : MemberOf<Type[Name]> & { readonly nullable: false }
}

/** Marks each member as `lenient`: a response may have a value of any type. */
export const lenient = <Table extends Members>(members: Table) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, lenient: true }])) as {
    readonly [Name in keyof Table]: Table[Name] & { readonly lenient: true }
  }

/** Marks each member as `always`: the service always sends it. */
export const alwaysGiven = <Table extends Members>(members: Table) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, always: true }])) as {
    readonly [Name in keyof Table]: Table[Name] & { readonly always: true }
  }
