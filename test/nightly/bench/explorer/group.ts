import type { Group } from '../support/group.ts'
import { many } from './many.ts'
import { opened } from './opened.ts'
import { size } from './size.ts'
import { watched } from './watched.ts'

/** The explorer: how large it is, how soon it is there, how smooth with many events, and what it costs the service. */
export const explorer: Group = {
  benches: { size, opened, many, watched },
  loaded: ['watched'],
  compared: [],
  peers: [],
}
