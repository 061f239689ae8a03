// Shapes describe JSON as data. The zod schemas, the fast check, the drift report and the filters are made from them.

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
  /** An object whose names and values are free. */
  members: Readonly<Record<string, unknown>>
  /** Any value: the code that reads it checks it later. */
  apart: unknown
}

/** An open enum: any text passes, and the drift report names values that are not in `known`. */
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
  /** Refuses an empty array. */
  readonly atLeastOne?: true
}

/** An object with these members. Other members pass unchecked. */
export interface Shape<Type = never> {
  readonly fields: [Type] extends [never] ? Members : MembersOf<Type>
  /** Accepts an empty array too: PHP writes an empty object as `[]`. */
  readonly orEmptyArray?: true
  /** Finds what the members alone do not show. Runs only when all members fit. */
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
  /** `false` for a required member: absence and null are refused. @default true */
  readonly nullable?: false
  /** The service always sends it. The drift report names objects without it. */
  readonly always?: true
  /** Accepts a value of any kind. The drift report names a wrong one. */
  readonly lenient?: true
  /** Whether a request requires or accepts the member. In the rows of a resource, a member without `sent` is set by the service alone. */
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

/** The row of a member with this type. It is nullable only where the type allows null. */
export interface MemberOf<Type> {
  readonly kind: KindOf<NonNullable<Type>>
  readonly nullable?: null extends Type ? never : false
  readonly always?: true
  readonly lenient?: true
  readonly sent?: 'required' | 'optional'
}

/** The rows of a hand-written type: a missing row, an extra row and a row of another kind do not compile. */
export type MembersOf<Type> = {
  readonly [Name in keyof Type]-?: null extends Type[Name]
    ? MemberOf<Type[Name]>
    : MemberOf<Type[Name]> & { readonly nullable: false }
}

/** Lets each member of a response have any type. */
export const lenient = <Table extends Members>(members: Table) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, lenient: true }])) as {
    readonly [Name in keyof Table]: Table[Name] & { readonly lenient: true }
  }

/** Marks each member as one that the service always sends. */
export const alwaysGiven = <Table extends Members>(members: Table) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, always: true }])) as {
    readonly [Name in keyof Table]: Table[Name] & { readonly always: true }
  }
