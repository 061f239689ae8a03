// What JSON holds, as data. The schemas, the fast check, the drift report and the filters are all read from it.

/** Kinds of a single value, and the type that each stands for. */
interface Scalars {
  text: string
  /** A date-time with a zone. Another text is no reason to refuse a response. */
  moment: string
  /** A date-time by the clock at a place. Another text is no reason to refuse a response. */
  localTime: string
  flag: boolean
  number: number
  /** A whole number within ±2^53. */
  integer: number
  /** A whole number from 0 up. */
  count: number
  /** Texts of the form `<system>:<id>`. */
  identifiers: string[]
  /** Anything: the reader checks it on its own. */
  apart: unknown
}

/** The values of an open enum: any text is taken, of which the spec knows these. */
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
  /** An empty array is refused. */
  readonly atLeastOne?: true
}

/** An object with these members, and others that are kept as they are. */
export interface Shape<Type = never> {
  readonly fields: [Type] extends [never] ? Members : MembersOf<Type>
  /** An empty array is taken too: PHP writes an empty object so. */
  readonly orEmptyArray?: true
  /** What else is wrong with an object whose members all fit. */
  readonly check?: (value: object) => readonly ShapeIssue[]
}

/** What a check finds, and where. */
export interface ShapeIssue {
  readonly message: string
  readonly path?: readonly string[]
}

/** What a member holds. */
export type Kind = keyof Scalars | Known | List | Relation | Shape

/** A member of an object. */
export interface Member {
  readonly kind: Kind
  /** Whether it may be absent or null. @default true */
  readonly nullable?: false
  /** The service gives it to each object, whatever was sent. */
  readonly always?: true
  /** A value of another kind is no reason to refuse the response. */
  readonly lenient?: true
}

/** Members, by their names. */
export type Members = Readonly<Record<string, Member>>

/** Kinds that can stand for a type. */
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

/** A member that can stand for a member of a type: it may be absent where that may. */
export interface MemberOf<Type> {
  readonly kind: KindOf<NonNullable<Type>>
  readonly nullable?: null extends Type ? never : false
  readonly always?: true
  readonly lenient?: true
}

/** Holds a table to a type that is written by hand: a row for each member, and a member for each row. */
export type MembersOf<Type> = {
  readonly [Name in keyof Type]-?: null extends Type[Name]
    ? MemberOf<Type[Name]>
    : MemberOf<Type[Name]> & { readonly nullable: false }
}

/** The same members, each of which the service gives every object. */
export const alwaysGiven = <Table extends Members>(members: Table) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, always: true }])) as {
    readonly [Name in keyof Table]: Table[Name] & { readonly always: true }
  }
