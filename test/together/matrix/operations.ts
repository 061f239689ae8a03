import type { AnyClient, VersionUnderTest } from '../../support/versions.ts'

/** What a client does with one event of its service. */
export interface Subject {
  readonly client: AnyClient
  readonly version: VersionUnderTest
  /** Id and address of an event that is there. */
  readonly id: string
  readonly href: string
}

/** Every operation of a client; a create is two, for one with an identifier of one's own is recognised in version 1 (v1 §1.3). */
export const operations = {
  list: ({ client }: Subject) => client.list().toArray({ max: 100 }),
  page: ({ client }: Subject) => client.page(1),
  get: ({ client, id }: Subject) => client.get(id),
  follow: ({ client, href }: Subject) => client.follow(href),
  update: ({ client, id }: Subject) => client.update(id, { description: 'Indoors' }),
  create: ({ client, version }: Subject) => client.create(version.least),
  'create, recognised': ({ client, version }: Subject) =>
    client.create({ ...version.least, identifiers: ['calendar:7'] }),
  delete: ({ client, id }: Subject) => client.delete(id),
} as const

export type Operation = keyof typeof operations

export const operationNames = Object.keys(operations) as readonly Operation[]

/** Operations that make an event. */
export const creates = (operation: Operation): boolean => operation.startsWith('create')

/** Operations that change something, and whose errors have an outcome. */
export const writes = (operation: Operation): boolean => creates(operation) || ['update', 'delete'].includes(operation)

/** Operations that ask for the address of one event, and not of the collection. */
export const asksForOne = (operation: Operation): boolean => ['get', 'follow', 'update', 'delete'].includes(operation)
