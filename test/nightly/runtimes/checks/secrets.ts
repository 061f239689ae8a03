import { apiKey, but, callsOf, check, equal, event, failureOf, json, page, type Step } from './check.ts'
import { shown } from './shown.ts'

const percent = [...apiKey].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')
const html = [...apiKey].map((character) => `&#${character.charCodeAt(0)};`).join('')
const escaped = [...apiKey].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** The key in every form that a service may repeat it in. */
const forms = [apiKey, percent, html, escaped, btoa(apiKey), btoa(apiKey).replace(/=+$/, '')]
const echo = `No: ${forms.join(' ')}`

/** Answers that repeat the key, or none, each with the code of the error that it ends in. */
const answers: readonly (readonly [what: string, code: string, step: Step])[] = [
  [
    'a 403 that repeats the key in headers and members',
    'http',
    json({ error: echo, [apiKey]: [echo] }, 403, { 'x-echo': apiKey, 'www-authenticate': `Key ${apiKey}` }),
  ],
  ['a connection that is reset', 'network', { ending: 'reset' }],
  ['a silence', 'timeout', { ending: 'silent' }],
  ['broken JSON that repeats the key', 'content', { body: `{"error":"${echo}` }],
  ['a body that is cut short and repeats the key', 'content', { body: `{"error":"${echo}"}`, ending: 'cut' }],
  [
    'a redirect that repeats the key',
    'link',
    { status: 302, headers: { location: `http://elsewhere.invalid/?key=${apiKey}` } },
  ],
]

function hides(value: unknown, what: string): void {
  const found = forms.filter((form) => shown(value).includes(form))
  equal(found, [], `forms of the key in ${what}`)
}

export const secrets = [
  check('the key is in the header of a request, and in nothing else of it', async (world, subject) => {
    const home = await world.script(event(subject.version))
    await subject.open(home.baseUrl).create(subject.least)
    for (const request of (await home.seen()).requests) {
      equal(request.headers[subject.header], apiKey, subject.header)
      const others = Object.entries(request.headers).filter(([name]) => name !== subject.header)
      hides([request.path, request.body, others], 'the rest of the request')
    }
  }),

  ...answers.map(([what, code, step]) =>
    check(`${what} puts the key into no part of its ${code} error`, async (world, subject) => {
      const home = await world.script(step)
      const keys = [apiKey, async () => apiKey]
      for (const key of keys) {
        const client = subject.open(home.baseUrl, { apiKey: key, timeout: code === 'timeout' ? 250 : 20_000 })
        const calls = callsOf(client, subject, home.baseUrl)
        for (const name of ['GET', 'POST', 'list', 'follow'] as const) {
          hides(await failureOf(calls[name], code), `the error of ${name}`)
        }
      }
    }),
  ),

  check('the key is shown by no client, pager, page or event', async (world, { open, version }) => {
    const home = await world.script(page(version), event(version))
    const client = open(home.baseUrl)
    hides([client, client.list(), client.list().pages(), await client.page(1), await client.get('e1')], 'any of them')
  }),

  check(
    'a page is refused a key unless it says that it may have one; all else is not asked',
    async (world, { open }) => {
      const construct = () => open('https://events.example.org', { dangerouslyAllowBrowser: undefined })
      if (world.page) hides(await failureOf(construct, 'input'), 'the refusal')
      else construct()
    },
  ),

  check(
    'a key is sent in the clear to this machine alone, unless that is allowed',
    async (world, { open, version }) => {
      hides(await failureOf(() => open('http://events.example.org'), 'input'), 'the refusal')
      open('http://events.example.org', { allowInsecureHttp: true })
      const home = await world.script(event(version))
      await open(home.baseUrl).get('e1')
    },
  ),
]

interface Traced {
  readonly attributes: Readonly<Record<string, unknown>>
}

type Subscribers = Readonly<Record<string, (call: Traced) => void>>

interface Channels {
  tracingChannel(name: string): { subscribe(to: Subscribers): void; unsubscribe(to: Subscribers): void }
}

interface WithModules {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Channels | undefined }
}

export const seeing = [
  check(
    'hooks and a logger are told without the key, and break nothing by throwing',
    async (world, { version, open }) => {
      const refusal = json({ error: `No ${apiKey} ${btoa(apiKey)}` }, 403, { 'x-echo': apiKey })
      const home = await world.script({ status: 503 }, event(version), refusal)
      const told: unknown[] = []
      const tell =
        (name: string) =>
        (...facts: unknown[]) => {
          told.push(name, ...facts)
          throw new Error(`${name} failed`)
        }
      const hooks = { onRequest: tell('request'), onRetry: tell('retry'), onError: tell('error') }
      const logger = { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') }
      const client = open(home.baseUrl, { hooks, logger, retry: 1 })
      await client.get('e1')
      await failureOf(() => client.get('e1', { query: { key: apiKey } }), 'http')
      const names = told.filter((each) => typeof each === 'string' && /^[a-z]+$/.test(each))
      equal([...new Set(names)].sort(), ['debug', 'error', 'info', 'request', 'retry', 'warn'], 'what was told')
      equal(
        [apiKey, btoa(apiKey)].filter((form) => shown(told).includes(form)),
        [],
        'forms of the key in it',
      )
    },
  ),

  check('calls are traced on diagnostics_channel, where there is one', async (world, { version, open }) => {
    const modules = (globalThis as WithModules).process?.getBuiltinModule?.('node:diagnostics_channel')
    const home = await world.script({ status: 503 }, event(version))
    const told: [string, Traced['attributes']][] = []
    const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
    const subscribers = Object.fromEntries(
      names.map((name) => [name, (call: Traced) => void told.push([name, { ...call.attributes }])]),
    )
    const channel = modules?.tracingChannel('osdi-events:call')
    channel?.subscribe(subscribers)
    await open(home.baseUrl, { retry: 1 }).get('e1')
    channel?.unsubscribe(subscribers)
    equal(
      told.map(([name]) => name),
      channel ? ['start', 'end', 'asyncStart', 'asyncEnd'] : [],
      'events of the call',
    )
    equal(told.at(-1)?.[1]['http.response.status_code'], channel && 200, 'its status')
  }),

  but(
    { Chromium: 'the browser' },
    check('`User-Agent` names the application', async (world, { version, open }) => {
      const home = await world.script(event(version))
      await open(home.baseUrl, { appInfo: { name: 'Mirror', version: '1.4' } }).get('e1')
      const [request] = (await home.seen()).requests
      const agent = request?.headers['user-agent'] ?? ''
      const own = /^Mirror\/1\.4 osdi-events\/\d+\.\d+\.\d+$/.test(agent)
      equal([own, agent.includes('osdi-events')], [!world.page, !world.page], `whether ${agent} is the client's`)
    }),
  ),
]
