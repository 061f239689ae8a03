import type { Bytes } from '../api/message.ts'
import type { PageRequest } from '../api/page.ts'
import type { Assumptions } from '../assumptions.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { TableName } from '../fields/tables.ts'
import type { JsonObject } from '../text/json.ts'
import type { OperationName } from '../types/index.ts'

/** The segments of a path for `:id`, `:member` and `:campaign`. Empty if the path does not have such a segment. */
export interface PathIds {
  readonly id: string
  readonly member: string
  readonly campaign: string
}

/** A request with a known operation and a valid API key. */
export interface Call extends PageRequest {
  readonly ids: PathIds
  /** The last segment of the operation's path. */
  readonly part: string
  /** The body of the request. An empty object for a GET. */
  readonly body: JsonObject
}

/** A request without a valid API key. */
export type OpenCall = Omit<Call, 'key'>

/** Handles a request. Returns JSON, or throws an HTTP error. */
export type Handler = (call: Call) => string | Bytes

/** Handles requests without a valid API key, which the service otherwise refuses (assumption `invalidKey`). */
export interface WithoutKey {
  /** Whether the service accepts such a request. `sent` is the unknown key; undefined without a key. */
  readonly accepts: (assumptions: Readonly<Assumptions>, sent: string | undefined) => boolean
  readonly handle: (call: OpenCall) => string | Bytes
}

/** One operation on a resource: its method and path, its description for API documents, and its handler. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT'
  /**
   * One or several paths below `/api/<version>/`. `:id`, `:member` and `:campaign` stand for any one segment. `{attendances}` stands for
   * the version's name of this segment.
   */
  readonly path: string | readonly string[]
  /** Whether the response is a list, in pages. */
  readonly collection?: true
  /**
   * The tables whose fields the parameter `filter` can use (assumption `filter`). Absent if the operation has no parameter `filter`.
   */
  readonly filtered?: readonly TableName[]
  /** Whether the spec only shows a link to this path, and does not describe the response (assumption `linked`). */
  readonly linked?: true
  /** Whether the service does not serve the operation with these assumptions. */
  readonly isNotServed?: (assumptions: Readonly<Assumptions>) => boolean
  /** Summary for the OpenAPI document. */
  readonly summary: string
  /** Name of the response's schema. By default, the last segment of the path. */
  readonly response?: string
  /** Name of the request's schema. */
  readonly request?: string
  /** Whether the operation allows `background_request=true`. Then the response is `{}`, even if the write is refused. */
  readonly deferrable?: true
  /** Whether the response can be `{}`. */
  readonly mayBeEmpty?: (assumptions: Readonly<Assumptions>) => boolean
  /** Settings of assumptions from which this operation takes the status of an error. A setting that is not a number means no error. */
  readonly errors?: (assumptions: Readonly<Assumptions>, dialect: Dialect) => readonly unknown[]
  /** Whether the operation geocodes addresses. Then the status can be 500, because a test's own geocoder can throw. */
  readonly geocodes?: true
  readonly handle: Handler
  readonly withoutKey?: WithoutKey
}

/** How responses show a resource. */
export interface ShownResource {
  /** The table of the resource's fields, if it has fields. */
  readonly table?: TableName
  /** Relations of the links that each resource of this kind has, besides `self`. */
  readonly links: (dialect: Dialect) => readonly string[]
  /** Relations of the links that only some resources of this kind have. */
  readonly optionalLinks?: (dialect: Dialect) => readonly string[]
  /** Whether the links have titles. */
  readonly hasTitles?: true
  /** Relations of the people that the resource embeds. */
  readonly embeds?: (dialect: Dialect) => readonly string[]
  /** Relations of the people that only some resources of this kind embed. */
  readonly optionalEmbeds?: (dialect: Dialect) => readonly string[]
  /**
   * Names of members that only some resources of this kind have. The value of such a member is a person with the fields that a request can
   * set.
   */
  readonly people?: (assumptions: Readonly<Assumptions>) => readonly string[]
}

/** How the body of a request looks: its fields and links. */
export interface SentResource {
  readonly table: TableName
  /** Whether required fields must be present, as in a POST. */
  readonly isNew: boolean
  /** Relations of the links that the request can set. */
  readonly relations: readonly string[]
  /** Whether the body names a person: by the member `person` with the person's data, or by a link. */
  readonly person?: true
  /** Whether the body has only the data of a person, as `person`. */
  readonly isPerson?: true
  /** Whether the body names tags to give to the person and to take away. */
  readonly tags?: true
}

/** How responses show a list of resources. */
export interface ShownList {
  /** Name of the schema of the entries. Absent for a list that is always empty. */
  readonly of?: string
  /** Whether the pages have no totals. */
  readonly isUncounted?: true
  /** The relation of the entries in `_embedded`. */
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
