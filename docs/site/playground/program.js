// The script of the worker that runs a program. A worker has no page to leave and no WebRTC, and the policy of the frame that starts it refuses
// every connection. What the program prints, and what its services answer to the explorer, goes to the frame as messages.

import * as mock from '../../../mock-server/index.ts'
import { fetchWithAdmin } from '../../../mock-server/server/admin-fetch.ts'
import { heartbeatInterval } from '../../../mock-server/time.ts'
import * as client from '../../../src/index.ts'

/** Later lines would fill the memory of the page. */
const maxLines = 10_000
const maxLength = 100_000
let printed = 0

function print(level, text) {
  printed += 1
  if (printed <= maxLines) postMessage({ kind: 'print', level, text: text.slice(0, maxLength) })
  if (printed === maxLines) postMessage({ kind: 'print', level: 'warn', text: 'Further lines are not shown.' })
}

// A request is often made far below the line that wants it.
Error.stackTraceLimit = 100

/** Lines before the program in the function that is made of it. */
const linesBefore = 2

/** The line of the program that a stack names first; 0 if it names none. Firefox writes `> AsyncFunction:3:1`. */
function lineIn(stack) {
  const [, line = 0] = /(?:<anonymous>|Function):(\d+):\d+\)?$/m.exec(stack ?? '') ?? []
  return Math.max(0, line - linesBefore)
}

const words = (line) => (line > 0 ? ` (line ${line})` : '')

/** The line that called a client last. A list makes its requests in promises of its own, which no stack leads back from. */
let latestCall = 0
/** Lines of the program that asked for an address. */
const askedBy = new Map()
// Both clients have their methods from one class.
const shared = Object.getPrototypeOf(client.EventsV2.prototype)
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(shared)))
  if (typeof value === 'function' && name !== 'constructor')
    shared[name] = function noted(...given) {
      latestCall = lineIn(new Error('called').stack) || latestCall
      return value.apply(this, given)
    }

const refused = new Set()
/** The policy refuses every connection. Browsers say "Failed to fetch", which looks like a fault of the service. */
addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (refused.has(blockedURI)) return
  refused.add(blockedURI)
  print('error', `this page has no network: ${blockedURI} was not asked${words(askedBy.get(blockedURI))}`)
})

/** A value as text, as consoles show it. Deeper values are left out. */
function shown(value, depth = 0) {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value)
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) {
    const { outcome, status } = value
    const rest = { ...(outcome && { outcome }), ...(status && { status }) }
    return `${value.name}: ${value.message}${Object.keys(rest).length > 0 ? ` ${shown(rest, 1)}` : ''}`
  }
  const isList = Array.isArray(value)
  if (depth > 3) return isList ? '[…]' : '{…}'
  const members = isList
    ? value.map((each) => shown(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${name}: ${shown(each, depth + 1)}`)
  const few = members.length > 100 ? [...members.slice(0, 100), `… ${members.length - 100} more`] : members
  const [open, close] = isList ? '[]' : '{}'
  const line = `${open} ${few.join(', ')} ${close}`
  if (line.length < 76 || few.length === 0) return few.length === 0 ? open + close : line
  const indent = '  '.repeat(depth + 1)
  return `${open}\n${few.map((each) => indent + each).join(',\n')}\n${'  '.repeat(depth)}${close}`
}

for (const level of ['log', 'info', 'debug', 'warn', 'error', 'table'])
  console[level] = (...values) => print(level, values.map((value) => shown(value)).join(' '))
/** The line of the program that an error is from; 0 if nothing tells. */
const lineOf = (error) => lineIn(error?.stack) || (client.isEventsError(error) ? latestCall : 0)
const shownError = (error) => shown(error).slice(0, maxLength) + words(lineOf(error))
addEventListener('error', ({ error, message }) => print('error', shownError(error ?? message)))
addEventListener('unhandledrejection', ({ reason }) => print('error', shownError(reason)))

/** The services of the program, as the explorer asks them. */
const fetches = []

function createMockService(options) {
  const service = mock.createMockService(options)
  const number = fetches.push(fetchWithAdmin(service)) - 1
  postMessage({ kind: 'service', number, url: service.baseUrl })
  return service
}

/** What the programs of the guides read. */
const groupKey = 'key-of-the-playground'
globalThis.process = { env: { EVENTS_API_KEY: groupKey } }

/** The mock of the Action Network, which answers at its address as behind `osdi-events mock --preset action-network --`. Made when it is asked first. */
let network
const networkOf = () => {
  network ??= createMockService({ ...mock.actionNetwork, now: 'system', events: 60, keys: { group: groupKey } })
  return network
}
const platformFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (url.startsWith(`${mock.actionNetwork.baseUrl}/`)) return networkOf().fetch(input, init)
  askedBy.set(url, lineIn(new Error('asked').stack) || latestCall)
  return platformFetch(input, init)
}

const platform = Object.fromEntries(
  ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'].map((name) => [
    name,
    globalThis[name].bind(globalThis),
  ]),
)
/** Timers that are still to come: while there are any, the program is not at rest. */
const timers = new Set()
globalThis.setTimeout = (work, ms, ...given) => {
  const done = () => {
    timers.delete(timer)
    work(...given)
  }
  const timer = platform.setTimeout(typeof work === 'function' ? done : work, ms)
  if (typeof work === 'function') timers.add(timer)
  return timer
}
globalThis.setInterval = (...given) => {
  const timer = platform.setInterval(...given)
  // The feed that the explorer reads has heartbeats, which are no work of the program.
  const isOfFeed = given[1] === heartbeatInterval && lineIn(new Error('called').stack) === 0
  if (!isOfFeed) timers.add(timer)
  return timer
}
for (const name of ['clearTimeout', 'clearInterval'])
  globalThis[name] = (timer) => {
    timers.delete(timer)
    platform[name](timer)
  }

let wasIdle = false
/** Tells the page whether there is something to stop, if that has changed. */
function tellIfIdle() {
  const isIdle = timers.size === 0
  if (isIdle !== wasIdle) postMessage({ kind: isIdle ? 'idle' : 'busy' })
  wasIdle = isIdle
}

/** Clients may run here: the program has no real key. */
const inBrowser = (Client) =>
  class extends Client {
    constructor(options) {
      super({ dangerouslyAllowBrowser: true, ...options })
    }
  }
const [EventsV1, EventsV2] = [inBrowser(client.EventsV1), inBrowser(client.EventsV2)]
const modules = new Map([
  ['osdi-events', { ...client, EventsV1, EventsV2 }],
  ['osdi-events/v1', { ...client, EventsV1 }],
  ['osdi-events/v2', { ...client, EventsV2 }],
  ['osdi-events/mock', { ...mock, createMockService }],
])

function require(name) {
  if (modules.has(name)) return modules.get(name)
  throw new Error(`The playground has no module ${name}; it has ${[...modules.keys()].join(', ')}.`)
}

const AsyncFunction = (async () => {}).constructor

async function run(code) {
  const started = performance.now()
  try {
    await new AsyncFunction('require', 'exports', code)(require, {})
    const seconds = (performance.now() - started) / 1000
    tellIfIdle()
    postMessage({ kind: 'ended', seconds })
  } catch (error) {
    const text = shownError(error)
    print('error', text)
    tellIfIdle()
    postMessage({ kind: 'failed', text, line: lineOf(error) })
  }
  platform.setInterval(tellIfIdle, 100)
}

/** Answers a request of the explorer through its port, part by part. A message on the port aborts the request. */
async function answer({ number, url, init }, port) {
  const controller = new AbortController()
  port.onmessage = () => controller.abort()
  try {
    const { status, headers, body } = await fetches[number](url, { ...init, signal: controller.signal })
    port.postMessage({ kind: 'head', status, headers: [...headers] })
    for (const reader = body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      port.postMessage({ kind: 'part', value })
    }
    port.postMessage({ kind: 'end' })
  } catch (error) {
    port.postMessage({ kind: 'broken', message: String(error) })
  }
}

addEventListener('message', ({ data, ports: [port] }) => {
  if (data.kind === 'run') run(data.code)
  else answer(data, port)
})
