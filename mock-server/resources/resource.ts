import type { Bytes } from '../api/message.ts'
import type { PageRequest } from '../api/page.ts'
import type { Assumptions } from '../assumptions.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { TableName } from '../fields/tables.ts'
import type { JsonObject } from '../text/json.ts'
import type { OperationName } from '../types/index.ts'

/** The segments of a path in place of `:id`, `:member` and `:campaign`. A member is empty if the path does not have it. */
export interface PathIds {
  readonly id: string
  readonly member: string
  readonly campaign: string
}

/** A request whose operation and key are known. */
export interface Call extends PageRequest {
  readonly ids: PathIds
  /** The last segment of the operation's path. */
  readonly part: string
  /** The body of the request. An empty object for a GET. */
  readonly body: JsonObject
}

/** A request without a valid key. */
export type OpenCall = Omit<Call, 'key'>

/** Responds to a call with a resource as JSON, or throws an HTTP error. */
export type Handler = (call: Call) => string | Bytes

/** How a request without a valid key is served, instead of being refused (assumption `invalidKey`). */
export interface WithoutKey {
  /** Whether such a request is served. `sent` is the unknown key; undefined without a key. */
  readonly accepts: (assumptions: Readonly<Assumptions>, sent: string | undefined) => boolean
  readonly handle: (call: OpenCall) => string | Bytes
}

/** One operation on a resource: its method and path, its description for API documents, and its handler. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT'
  /**
   * Relative to `/api/<version>/`; `:id`, `:member` and `:campaign` stand for one segment each, `{attendances}` for the version's own name.
   */
  readonly path: string | readonly string[]
  /** Whether the response is a list, in pages. */
  readonly collection?: true
  /** The tables by whose fields the parameter `filter` compares (assumption `filter`). Without it, the parameter has no meaning. */
  readonly filtered?: readonly TableName[]
  /** Whether the documents only show a link to this path, and not its response (assumption `linked`). */
  readonly linked?: true
  /** Whether the assumptions remove the operation. */
  readonly isNotServed?: (assumptions: Readonly<Assumptions>) => boolean
  /** Summary for the OpenAPI document. */
  readonly summary: string
  /** Name of the response's schema. By default, the last segment of the path. */
  readonly response?: string
  /** Name of the request's schema. */
  readonly request?: string
  /** Whether the query can ask for the write to run later: with `background_request=true`, the response is `{}`. */
  readonly deferrable?: true
  /** Whether the response can be `{}`. */
  readonly mayBeEmpty?: (assumptions: Readonly<Assumptions>) => boolean
  /** Assumptions that only this operation depends on. A setting that is a number is the status of an error. */
  readonly errors?: (assumptions: Readonly<Assumptions>, dialect: Dialect) => readonly unknown[]
  /** Whether the operation geocodes addresses. A test's own geocoder can fail. */
  readonly geocodes?: true
  readonly handle: Handler
  readonly withoutKey?: WithoutKey
}

/** How a resource is shown. */
export interface ShownResource {
  /** Its table of fields, if it has fields. */
  readonly table?: TableName
  /** Relations of the links that each resource has, besides `self`. */
  readonly links: (dialect: Dialect) => readonly string[]
  /** Relations of the links that some resources have. */
  readonly optionalLinks?: (dialect: Dialect) => readonly string[]
  /** Whether its links have titles. */
  readonly hasTitles?: true
  /** Relations of the people that are embedded in it. */
  readonly embeds?: (dialect: Dialect) => readonly string[]
  /** Members that some resources have. Each is a person, with the fields that a request can set. */
  readonly people?: (assumptions: Readonly<Assumptions>) => readonly string[]
}

/** The body of a request: fields of a table, and links. */
export interface SentResource {
  readonly table: TableName
  /** Whether the request must have the required fields. */
  readonly isNew: boolean
  /** Relations of the links that the request can set. */
  readonly relations: readonly string[]
  /** Whether the request describes a person as `person`, or has a link instead. */
  readonly person?: true
  /** Whether the fields are those of a person, under `person`. */
  readonly isPerson?: true
  /** Whether the request names tags that the person gets and loses. */
  readonly tags?: true
}

/** A list of resources. */
export interface ShownList {
  /** Name of the schema of the entries. Without it, the list is always empty. */
  readonly of?: string
  /** Whether its pages have no totals. */
  readonly isUncounted?: true
  /** Its relation in `_embedded`. */
  readonly relation: (dialect: Dialect) => string
  /** The relation of the links to the entries. By default `relation`. */
  readonly linkRelation?: (assumptions: Readonly<Assumptions>) => string
}

/** A kind of resource: its operations, and the schemas of their requests and responses, by name. */
export interface Resource {
  readonly operations: { readonly [Name in OperationName]?: Operation }
  readonly sent?: Readonly<Record<string, SentResource>>
  readonly shown?: Readonly<Record<string, ShownResource>>
  readonly lists?: Readonly<Record<string, ShownList>>
}

export const list = { method: 'GET', collection: true } as const
