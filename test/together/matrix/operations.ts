import type { AnyClient, VersionUnderTest } from '../../support/versions.ts'

/** What an operation needs. */
export interface Subject {
  readonly client: AnyClient
  readonly version: VersionUnderTest
  /** Id and address of an existing event. */
  readonly id: string
  readonly href: string
}

/** Every operation of a client. Create appears twice: version 1 recognises one with an own identifier (v1 §1.3). */
export const operations = {
  list: ({ client }: Subject) => client.list().toArray({ max: 100 }),
  page: ({ client }: Subject) => client.page(1),
  get: ({ client, id }: Subject) => client.get(id),
  follow: ({ client, href }: Subject) => client.follow(href),
  entryPoint: ({ client }: Subject) => client.entryPoint(),
  embed: ({ client, id }: Subject) => client.embed(id),
  update: ({ client, id }: Subject) => client.update(id, { description: 'Indoors' }),
  create: ({ client, version }: Subject) => client.create(version.least),
  'create, recognised': ({ client, version }: Subject) =>
    client.create({ ...version.least, identifiers: ['calendar:7'] }),
  delete: ({ client, id }: Subject) => client.delete(id),
} as const

export type Operation = keyof typeof operations

export const operationNames = Object.keys(operations) as readonly Operation[]

/** Whether an operation creates an event. */
export const creates = (operation: Operation): boolean => operation.startsWith('create')

/** Whether an operation writes, so that its errors have an outcome. */
export const writes = (operation: Operation): boolean => creates(operation) || ['update', 'delete'].includes(operation)

/** Whether an operation requests the address of one event, not of the collection. */
export const asksForOne = (operation: Operation): boolean =>
  ['get', 'follow', 'embed', 'update', 'delete'].includes(operation)
