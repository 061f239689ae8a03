import { DateTime } from 'luxon'

/** Thrown by getters and traps of hostile values. */
export class Foreign extends Error {}

const thrower = () => {
  throw new Foreign('nothing of the package throws this')
}

const trapped = (traps: ProxyHandler<object>, target: object = {}) => new Proxy(target, traps)

/** A proxy whose traps all throw. */
const shut = (target: object = {}) => trapped(new Proxy({}, { get: () => thrower }), target)

const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

/** An object whose members throw when read. */
const withGetters = (...names: readonly string[]) =>
  Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: thrower, enumerable: true }])))

const nested = (levels: number, wrap: (below: unknown) => unknown) =>
  Array.from({ length: levels }).reduce<unknown>(wrap, 'x')

const circular = () => {
  const loop: Record<string, unknown> = { title: 'x' }
  loop.location = loop
  loop.self = [loop]
  return loop
}

class Draft {
  readonly title = 'Picnic'
  get location() {
    return thrower()
  }
  toJSON() {
    return { title: 'another' }
  }
}

class Identifiers extends Array<string> {
  toJSON() {
    return ['another:1']
  }
}

const toJSON = () => 'another'

/** Values that are wrong for every argument, by a name for messages. Each function makes a new value. */
export const hostile: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  true: () => true,
  'a number': () => 5,
  NaN: () => Number.NaN,
  'less than 0': () => -1,
  'a bigint': () => 5n,
  'a symbol': () => Symbol('x'),
  'an empty text': () => '',
  'a lone surrogate': () => '\ud800',
  'a function': () => () => {},
  'a function that throws': () => thrower,
  'a class': () => Draft,
  'a promise': () => Promise.resolve({}),
  'a thenable that throws': () => withGetters('then'),
  'an empty object': () => ({}),
  'an object without prototype': () => Object.create(null),
  'an array': () => [],
  'a sparse array': () => new Array(3),
  'a long sparse array': () => new Array(20_000),
  'an array nested 20,000 deep': () => nested(20_000, (below) => [below]),
  'an object nested 20,000 deep': () => nested(20_000, (below) => ({ location: below })),
  'an object that holds itself': circular,
  'getters that throw': () =>
    withGetters(
      ...['identifiers', '_links', '_embedded', 'href', 'title', 'summary', 'person', 'max', 'start', 'start_date'],
      ...['baseUrl', 'apiKey', 'signal', 'gt', 'limit', 'perSecond', 'name', 'warn', 'onRequest', 'address', 'x-a'],
    ),
  'a proxy of which nothing can be asked': () => shut(),
  'a function of which nothing can be asked': () => shut(() => {}),
  'an array of which nothing can be asked': () => shut([]),
  'a proxy whose members throw': () => trapped({ get: thrower }, { title: 'x', href: 'x' }),
  'a proxy whose names throw': () => trapped({ ownKeys: thrower }),
  'a proxy whose prototype throws': () => trapped({ getPrototypeOf: thrower }),
  'a proxy whose "in" throws': () => trapped({ has: thrower }),
  'a proxy whose descriptors throw': () => trapped({ getOwnPropertyDescriptor: thrower }, { title: 'x' }),
  'an array whose entries throw': () =>
    trapped({ get: (target, name) => (name === '0' ? thrower() : Reflect.get(target, name)) }, ['x']),
  'an array whose length throws': () =>
    trapped({ get: (target, name) => (name === 'length' ? thrower() : Reflect.get(target, name)) }, ['x']),
  'a proxy that was revoked': () => revoked({}),
  'an array that was revoked': () => revoked([]),
  'an instance of a class with getters': () => new Draft(),
  'a toJSON of its own': () => ({ title: 'x', toJSON }),
  'a toJSON that throws': () => ({ title: 'x', toJSON: thrower }),
  'a toJSON in its prototype': () => Object.create({ toJSON }),
  'a toJSON in a prototype without prototype': () => Object.create(Object.assign(Object.create(null), { toJSON })),
  'an array with a toJSON': () => Object.assign(['calendar:1'], { toJSON: thrower }),
  'an array with a toJSON in its prototype': () => Identifiers.of('calendar:1'),
  'a Date': () => new Date(0),
  'an invalid Date': () => new Date(Number.NaN),
  'what only looks like a Date': () => Object.create(Date.prototype),
  'a Date whose time throws': () => Object.assign(new Date(0), { getTime: thrower, toISOString: thrower }),
  'a date-time of Luxon': () => DateTime.utc(2026, 5, 1),
  'a Map': () => new Map([['title', 'x']]),
  'a Set': () => new Set(['x']),
  'a URL': () => new URL('https://events.example.org/api/v2/people/p1'),
  'a URL whose text throws': () =>
    Object.assign(new URL('https://events.example.org'), { toString: thrower, [Symbol.toPrimitive]: thrower }),
  'search parameters': () => new URLSearchParams('a=b'),
  Headers: () => new Headers({ 'x-a': 'b' }),
  FormData: () => new FormData(),
  'an Error': () => new Error('x'),
  'a pattern': () => /x/g,
  'a text object': () => new String('e1'),
  bytes: () => new Uint8Array(3),
  'the prototype of signals': () => AbortSignal.prototype,
  'a proxy of a signal': () => new Proxy(new AbortController().signal, {}),
  'a link that says something else each time': () => {
    let reads = 0
    const get = () => (reads++ % 2 === 0 ? 'https://events.example.org/api/v2/people/p1' : 5)
    return Object.defineProperty({}, 'href', { get, enumerable: true })
  },
  'an iterator that throws': () => ({ [Symbol.iterator]: thrower }),
  'a text that throws': () => ({ toString: thrower, valueOf: thrower, [Symbol.toPrimitive]: thrower }),
}
