import { event, refusal } from './answers.ts'
import {
  type AnyClient,
  check,
  equal,
  failureOf,
  type Step,
  until,
  type VersionUnderTest,
  type World,
} from './check.ts'

/** Clients that outlive a part: where the runtime takes requests, the next part is another request. */
const kept = new Map<string, AnyClient>()

const slowDown = [refusal(429, { 'retry-after': '1' })]

const open = async (
  world: World,
  { version, open }: VersionUnderTest,
  name: string,
  options: object,
  steps = slowDown,
) => {
  const home = await world.script(...steps, event(version))
  kept.set(`${name} ${version}`, open(home.baseUrl, options))
}

const use = (name: string, { version }: VersionUnderTest): AnyClient => {
  const client = kept.get(`${name} ${version}`)
  if (!client) throw new Error('the part before did not run here')
  return client
}

/** Two calls at once, which both end well. */
const both = (name: string) => async (_: World, subject: VersionUnderTest) => {
  const client = use(name, subject)
  equal((await Promise.all([client.get('e1'), client.get('e1')])).length, 2, 'all')
}

const one = (name: string) => async (_: World, subject: VersionUnderTest) => {
  await use(name, subject).get('e1')
}

export const twoRequests = [
  check(
    'a client that one request was told to slow down serves the next request',
    async (world, subject) => {
      await open(world, subject, 'slowed', { retry: false })
      await failureOf(() => use('slowed', subject).get('e1'), 'http')
    },
    one('slowed'),
    both('slowed'),
  ),

  check(
    'calls that one request leaves waiting for their turn keep the next request waiting no longer than the rate asks',
    async (world, subject) => {
      await open(world, subject, 'spaced', { rateLimit: { perSecond: 20 }, retry: 2 }, [])
      const calls = Array.from({ length: 10 }, () => use('spaced', subject).get('e1'))
      for (const call of calls) call.catch(() => {})
      await calls[0]
    },
    both('spaced'),
  ),

  check(
    'further attempts that one request used up come back in the next',
    async (world, subject) => {
      await open(world, subject, 'spent', { retry: 50 }, Array<Step>(60).fill(refusal(503, { 'retry-after': '0' })))
      const error = await failureOf(() => use('spent', subject).get('e1'), 'http')
      const { length = 0 } = error.attempts ?? []
      // One comes back each second, and a busy machine takes some of them.
      equal(length >= 21 && length <= 30, true, `${length} attempts`)
    },
    (_, subject) =>
      until(() =>
        use('spent', subject)
          .get('e1')
          .then(Boolean, () => false),
      ),
  ),

  check(
    'a call that ends with its request while it waits to be sent again holds up none of the next request',
    async (world, subject) => {
      await open(world, subject, 'waiting', { retry: 5 }, [refusal(503, { 'retry-after': '1' })])
      use('waiting', subject)
        .get('e1')
        .catch(() => {})
    },
    one('waiting'),
    one('waiting'),
  ),
]
