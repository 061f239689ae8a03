import type { Group } from '../support/group.ts'
import { get } from './get.ts'
import { growth } from './growth.ts'
import { growthInProcess } from './growth-in-process.ts'
import { injected } from './injected.ts'
import { memory } from './memory.ts'
import { peers } from './peers.ts'
import { post } from './post.ts'

/** The mock service against others of its kind. */
export const mock: Group = {
  benches: { get, post, injected, growth, 'growth-in-process': growthInProcess, memory },
  loaded: ['get', 'post', 'growth', 'memory'],
  compared: ['get'],
  peers: peers.map((peer) => peer.package),
}
