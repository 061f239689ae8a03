import type * as z from 'zod/mini'
import type { Shape } from '../values/shape.ts'
import type { FieldTable } from './fields.ts'
import type { FieldKind } from './filter.ts'

// The table of resources has one row for each resource of a version: all that reads, lists and writes must know of it.

/** The resources. A call that creates one names its argument so. */
export type ResourceName = 'event' | 'attendance' | 'campaign' | 'person'

/** A row of the table, as data of a version. Names have no prefix. */
export interface ResourceRow {
  /** Its name, for errors. */
  readonly noun: 'event' | 'attendance' | 'event campaign' | 'person'
  /** Last segment of the address of its collection. */
  readonly collection: string
  /** One row for each field of a response. */
  readonly fields: FieldTable
  /** The links of a response, if the spec requires them. */
  readonly links?: FieldTable
  /** The shape of the resources that a response embeds. */
  readonly embedded?: Shape
  /** Finds resources of another kind. */
  readonly check?: Shape['check']
  /** Whether a single response shows itself as this resource. Items of a list need not: the relation says what they are. */
  readonly shows?: (value: object) => boolean
  /** Finds resources of another kind among those that `onInvalid: 'keep'` would keep. @default `check` */
  readonly checkKept?: Shape['check']
  /** Whether the spec shows its responses. If not, `{}` and an error with the status of a success are no resource. */
  readonly isSpecified?: true
  /** Filter fields that a response does not have under their names. */
  readonly filterable?: Readonly<Record<string, FieldKind>>
  /** Whether it is personal data: no error, hook or log shows what the service says, or what a filter compares with. */
  readonly isPersonal?: true
  /** Whether the service does not promise the order of the collection. */
  readonly isUnordered?: true
  /** The fields that only a request has. */
  readonly requestFields?: FieldTable
  /** Names of the fields that an update cannot change. */
  readonly createOnly?: readonly string[]
  /** Callers give the service's own fields without the prefix. */
  readonly takesBareNames?: true
  /** The relation of the link that the client itself writes. */
  readonly link?: string
  /** The version has no POST and no PUT for it. */
  readonly isReadOnly?: true
}

/** A row of the table, for a service with a prefix. */
export interface Resource
  extends Pick<
    ResourceRow,
    'noun' | 'collection' | 'shows' | 'isSpecified' | 'isReadOnly' | 'isPersonal' | 'isUnordered'
  > {
  /** The fields that a filter can use. */
  readonly filterable: Readonly<Record<string, FieldKind>>
  /** One resource of a response. */
  readonly shape: Shape
  /** Finds resources of another kind. An invalid resource is kept only if this finds nothing. */
  readonly checkKept: NonNullable<Shape['check']>
  /** What a POST may contain. */
  readonly created: Writable
  /** What a PUT may contain. */
  readonly changed: Writable
}

/** The table of resources. */
export type TableOfResources<Row> = Readonly<Record<ResourceName, Row>>
export type Resources = TableOfResources<Resource>

/** What a POST or a PUT may contain. The names in tables are those of JSON. */
export interface Writable {
  /** What the fields belong to, for errors. */
  readonly noun: ResourceRow['noun']
  /** Name of the argument, for errors. */
  readonly whole: ResourceName | 'changes'
  /** Names of the fields of the argument. */
  readonly names: readonly string[]
  /** Every documented field, sendable or not. */
  readonly fields: FieldTable
  /** The fields that may be sent, in the order of error messages. */
  readonly sendable: FieldTable
  /** The relation of the link that the client itself writes. */
  readonly link: string | undefined
  /** The name in JSON of a field of the argument. */
  nameOf(name: string): string
  /** The schema of the argument. */
  schema(): z.ZodMiniType
}
