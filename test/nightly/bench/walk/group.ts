import type { Group } from '../support/group.ts'
import { check } from './check.ts'
import { exported } from './export.ts'
import { imports } from './imports.ts'
import { latency } from './latency.ts'
import { loopback } from './loopback.ts'
import { memory } from './memory.ts'
import { clients, packages } from './peers.ts'
import { size } from './size.ts'

/** Walks through a collection, by the client and by others. */
export const walk: Group = {
  benches: { check, loopback, clients, latency, memory, export: exported, imports, size },
  loaded: [],
  compared: ['clients', 'latency'],
  peers: packages,
}
