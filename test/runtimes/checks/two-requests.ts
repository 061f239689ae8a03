import { event, refusal } from './answers.ts'
import { equal, failureOf } from './assert.ts'
import { check, type World } from './check.ts'
import { type AnyClient, versions } from './clients.ts'

/** Clients that outlive a part: where the runtime takes requests, the next part is another request. */
const kept = new Map<string, AnyClient>()

const open = async (world: World, name: string, options: object) => {
  for (const subject of versions) {
    const home = await world.script(refusal(429, { 'retry-after': '1' }), event(subject.version))
    kept.set(`${name} ${subject.version}`, subject.open(home.baseUrl, options))
  }
}

const each = async (name: string, use: (client: AnyClient) => Promise<unknown>) => {
  for (const { version } of versions) {
    const client = kept.get(`${name} ${version}`)
    if (!client) throw new Error('the part before did not run here')
    await use(client)
  }
}

export const twoRequests = [
  check(
    'a client that one request was told to slow down serves the next request',
    async (world) => {
      await open(world, 'slowed', { retry: false })
      await each('slowed', (client) => failureOf(() => client.get('e1'), 'http'))
    },
    () => each('slowed', (client) => client.get('e1')),
    () =>
      each('slowed', async (client) =>
        equal((await Promise.all([client.get('e1'), client.get('e1')])).length, 2, 'all'),
      ),
  ),
]
