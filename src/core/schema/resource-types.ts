import type * as z from 'zod/mini'
import type { FilterType } from '../hal/filter-types.ts'
import type { ResourceName } from '../hal/relations.ts'
import type { FieldList } from './field-list.ts'
import type { Row, Rows } from './rows.ts'

// The table of resources has one row for each resource of a version: all that reads, lists and writes must know of it.

/** Returns what is wrong with an object; undefined if nothing is wrong. */
type Problem = (value: object) => string | undefined

/** A row of the table, as data of a version. Names have no prefix. */
export interface ResourceRow {
  /** What errors about responses call it. */
  readonly noun: 'event' | 'attendance' | 'event campaign' | 'person'
  /** Last segment of the address of its collection. */
  readonly collection: string
  /** Every documented field. */
  readonly fields: FieldList
  /** The fields with their schemas. */
  readonly rows: () => Rows
  /** The links of a response, if the spec requires them. */
  readonly links?: () => Rows
  /** The resources that a response embeds. */
  readonly embedded?: () => Row
  /** Finds resources of another kind among those that match the schema. */
  readonly problem?: Problem
  /** Whether a response itself says that it is this resource. Not for items of a list: there, the relation says it. */
  readonly shows?: (value: object) => boolean
  /** Finds resources of another kind among those that `onInvalid: 'keep'` would keep. @default `problem` */
  readonly problemOfKept?: Problem
  /** Whether the spec shows its responses. If not, the client refuses `{}`, and an error that was sent with the status of a success. */
  readonly isSpecified?: true
  /** Filter fields that a response does not have under their names. */
  readonly filterTypes?: Readonly<Record<string, FilterType>>
  /** Whether it is personal data: no error, hook or log shows what the service says, or what a filter compares with. */
  readonly isPersonal?: true
  /** Whether the service does not promise the order of the collection. */
  readonly isUnordered?: true
  /** The fields that only a request has. */
  readonly requestRows?: () => Rows
  /** Names of the fields that an update cannot change. */
  readonly createOnly?: readonly string[]
  /** Callers give the service's own fields without the prefix. */
  readonly takesBareNames?: true
  /** The relation of the link that the client itself writes. */
  readonly link?: string
  /** The version has no POST and no PUT for it. */
  readonly isReadOnly?: true
}

/** A row of the table, for a service with a prefix. Names are those of JSON. */
export interface Resource
  extends Pick<
    ResourceRow,
    | 'noun'
    | 'collection'
    | 'fields'
    | 'problem'
    | 'problemOfKept'
    | 'shows'
    | 'isSpecified'
    | 'isReadOnly'
    | 'isPersonal'
    | 'isUnordered'
  > {
  /** Its name in the table. */
  readonly name: ResourceName
  /** The fields that a filter can use. */
  readonly filterTypes: Readonly<Record<string, FilterType>>
  /** The schema of a response. */
  readonly schema: () => z.ZodMiniType
  /** What the service always sends, by the names of the drift report. */
  readonly always: () => readonly string[]
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
  /** Every documented field, sendable or not. */
  readonly fields: FieldList
  /** The fields that may be sent, in the order of error messages. */
  readonly sendable: () => Rows
  /** The relation of the link that the client itself writes. */
  readonly link: string | undefined
  /** The name in JSON of a field of the argument. */
  nameOf(name: string): string
  /** Names of the fields of the argument. */
  readonly names: () => readonly string[]
  /** The schema of the argument. */
  readonly schema: () => z.ZodMiniType<Readonly<Record<string, unknown>>>
}
