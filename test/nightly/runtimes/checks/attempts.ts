import {
  type AnyClient,
  but,
  check,
  equal,
  event,
  failureOf,
  json,
  of,
  refusal,
  type Step,
  until,
  type VersionUnderTest,
  type World,
} from './check.ts'

/** What leaves open whether a create took effect. */
const doubtful: Readonly<Record<string, Step>> = {
  'a reset connection': { ending: 'reset' },
  'status 500': refusal(500),
  'status 503': refusal(503),
  'a time limit': { ending: 'silent' },
  'an error that breaks off': { status: 500, body: '{"error":"Resting"}', ending: 'cut' },
}

/** An address where nobody listens, at a port that no program is given by chance. Those of some old protocols, such as 9, are refused by `fetch` itself. */
const nobody = 'http://127.0.0.1:4'

export const attempts = [
  ...Object.entries(doubtful).map(([name, step]) =>
    but(
      // Chromium itself sends a request again whose kept connection breaks, and a page can do nothing about it.
      step.ending === 'reset' ? { Chromium: 'the browser may send it twice' } : {},
      check(
        `a create that ends in ${name} is sent once, with the outcome \`unknown\``,
        async (world, { open, version, least }) => {
          // On a busy machine a short limit may pass before the request has left: then once more, with a longer one.
          let sent = 0
          for (const timeout of step.ending === 'silent' ? [400, 2_000, 10_000] : [20_000]) {
            const home = await world.script(step, event(version))
            // Of version 1 without an identifier: with one it may be repeated (v1 §1.3).
            const create = () => open(home.baseUrl, { retry: 2, timeout }).create(least)
            const arrived = async () => of('POST', (await home.seen()).requests)
            if (world.page && step.ending === 'reset') {
              await create().catch(() => {})
              equal((await arrived()) <= 2, true, 'no more than that')
              sent = 1
              break
            }
            const error = await failureOf(create, 'http', 'network', 'timeout')
            equal(error.outcome, 'unknown', 'outcome')
            sent = await arrived()
            if (sent > 0 || error.code !== 'timeout') break
          }
          equal(sent, 1, 'POST requests')
        },
      ),
    ),
  ),

  check(
    'a success whose body is of no use is an applied create, sent once',
    async (world, { open, version, least }) => {
      for (const step of [json({}), { body: '{' }, { body: '{"a":"b"}', ending: 'cut' } as const]) {
        const home = await world.script(step, event(version))
        const error = await failureOf(() => open(home.baseUrl, { retry: 2 }).create(least), 'content', 'schema')
        equal(error.outcome, 'applied', 'outcome')
        equal(of('POST', (await home.seen()).requests), 1, 'POST requests')
      }
    },
  ),

  ...['GET', 'PUT'].map((method) =>
    check(
      `a ${method} is sent again, the same, after a refusal that may pass and after a broken connection`,
      async (world, { open, version }) => {
        const home = await world.script(
          refusal(503),
          { ending: 'reset' },
          { body: '{"a":1}', ending: 'cut' },
          event(version),
        )
        const client = open(home.baseUrl, { retry: 3 })
        await (method === 'GET' ? client.get('e1') : client.update('e1', { description: 'Indoors' }))
        const seen = (await home.seen()).requests.map(({ body, path, ...request }) => [request.method, path, body])
        equal(seen.length >= 4 && seen.every((request) => String(request) === String(seen[0])), true, 'all the same')
        equal(seen[0]?.[0], method, 'method')
      },
    ),
  ),

  but(
    { workerd: 'not repeated', Chromium: 'not repeated' },
    check(
      'a create is repeated if the connection was refused, with the outcome `not applied`',
      async (world, { open, least }) => {
        // Pages and workers are not told why a connection failed.
        const told = !world.page && navigator.userAgent !== 'Cloudflare-Workers'
        const error = await failureOf(() => open(nobody, { retry: 1 }).create(least), 'network')
        equal([error.outcome, error.attempts?.length], told ? ['not applied', 2] : ['unknown', 1], 'outcome')
      },
    ),
  ),
]

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
