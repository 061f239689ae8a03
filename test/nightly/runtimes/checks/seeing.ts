import { event, json } from './answers.ts'
import { apiKey, check, checkBut, equal, failureOf } from './check.ts'
import { shown } from './shown.ts'

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

  checkBut({ Chromium: 'the browser' }, 'requests name the application', async (world, { version, open }) => {
    const home = await world.script(event(version))
    await open(home.baseUrl, { appInfo: { name: 'Mirror', version: '1.4' } }).get('e1')
    const [request] = (await home.seen()).requests
    const agent = request?.headers['user-agent'] ?? ''
    const own = /^Mirror\/1\.4 osdi-events\/\d+\.\d+\.\d+$/.test(agent)
    equal([own, agent.includes('osdi-events')], [!world.page, !world.page], `whether ${agent} is the client's`)
  }),
]
