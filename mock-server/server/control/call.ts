import type { IncomingHttpHeaders } from 'node:http'
import { MockServiceError } from '../../errors.ts'
import type { Members } from '../../members.ts'
import type { JsonObject } from '../../text/json.ts'
import type { MockService } from '../../types.ts'
import type { Site } from '../site.ts'
import type { Worlds } from '../worlds.ts'

/** A request to a control address that has found its route. */
export interface Call {
  readonly site: Site
  readonly service: MockService
  /** The service's members, which show addresses as the caller knows them. */
  readonly members: Members
  /** Address of the service, as the caller knows it. */
  readonly url: string
  /** The server's address, as the caller knows it. */
  readonly origin: string
  readonly worlds: Worlds
  /** The control addresses that this service has. */
  readonly routes: readonly ControlRoute[]
  /** What stands in the path for `:id`. */
  readonly id: string
  /** Search parameters, none of them twice. */
  readonly query: Readonly<Record<string, string>>
  /** Empty where none was sent. */
  readonly body: JsonObject
  readonly headers: IncomingHttpHeaders
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

/** A control address. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_mock/`; `:id` stands for one segment. */
  readonly path: string
  readonly does: string
  /** Search parameters that it takes. */
  readonly query?: readonly string[]
  /** Whether it takes a body. */
  readonly body?: true
  /** Whether it belongs to the server, and no world has it. */
  readonly server?: true
  /** What it answers; undefined is answered as `{}`, and pieces one after the other; what is held goes on. It may take its time. */
  readonly act: (call: Call) => unknown
}

/** The one member of a body or a query that must be there, of several that could. */
export function oneOf(given: JsonObject, what: string, names: readonly string[]): readonly [string, unknown] {
  const present = names.filter((name) => given[name] !== undefined)
  const [name] = present
  if (name !== undefined && present.length === 1) return [name, given[name]]
  throw new MockServiceError('argument', what, `must have ${names.join(' or ')}, and one of them alone`)
}
