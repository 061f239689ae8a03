import { event, refusal } from './answers.ts'
import { type AnyClient, check, equal, failureOf, type Step, until, versions, type World } from './check.ts'

/** Clients that outlive a part: where the runtime takes requests, the next part is another request. */
const kept = new Map<string, AnyClient>()

const slowDown = [refusal(429, { 'retry-after': '1' })]

const open = async (world: World, name: string, options: object, steps: readonly Step[] = slowDown) => {
  for (const subject of versions) {
    const home = await world.script(...steps, event(subject.version))
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

  check(
    'calls that one request leaves waiting for their turn keep the next request waiting no longer than the rate asks',
    async (world) => {
      await open(world, 'spaced', { rateLimit: { perSecond: 20 }, retry: 2 }, [])
      await each('spaced', (client) => {
        const calls = Array.from({ length: 10 }, () => client.get('e1'))
        for (const call of calls) call.catch(() => {})
        return Promise.resolve(calls[0])
      })
    },
    () =>
      each('spaced', async (client) =>
        equal((await Promise.all([client.get('e1'), client.get('e1')])).length, 2, 'all'),
      ),
  ),

  check(
    'further attempts that one request used up come back in the next',
    async (world) => {
      await open(world, 'spent', { retry: 50 }, Array<Step>(60).fill(refusal(503, { 'retry-after': '0' })))
      await each('spent', async (client) => {
        const error = await failureOf(() => client.get('e1'), 'http')
        const { length = 0 } = error.attempts ?? []
        // One comes back each second, and a busy machine takes some of them.
        equal(length >= 21 && length <= 30, true, `${length} attempts`)
      })
    },
    () => each('spent', (client) => until(() => client.get('e1').then(Boolean, () => false))),
  ),

  check(
    'a call that ends with its request while it waits to be sent again holds up none of the next request',
    async (world) => {
      await open(world, 'waiting', { retry: 5 }, [refusal(503, { 'retry-after': '1' })])
      await each('waiting', async (client) => {
        client.get('e1').catch(() => {})
      })
    },
    () => each('waiting', (client) => client.get('e1')),
    () => each('waiting', (client) => client.get('e1')),
  ),
]
