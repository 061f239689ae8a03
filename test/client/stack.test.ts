import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { http, rawServer } from '../support/raw-server.ts'
import { clientOver, failing, json, refusal, type Step } from '../support/scripted-fetch.ts'
import { type AnyClient, v2 } from '../support/versions.ts'

/** The line below the caller's. */
const nextLine = () => Number(/\bstack\.test\.ts:(\d+)/.exec(new Error().stack?.split('\n')[2] ?? '')?.[1]) + 1

/** The first line of a stack that belongs neither to the package nor to Node. */
const firstOutside = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .find((line) => !/\/src\/(?:core|v\d)\/|\bnode:|node_modules/.test(line))

let line = 0

/** Ways that read a failing service; each notes the line whose number the stack has to name. */
const ways: Readonly<Record<string, (client: AnyClient) => Promise<unknown>>> = {
  get: async (client) => {
    line = nextLine()
    return await client.get('e1')
  },
  'for await over events': async (client) => {
    line = nextLine()
    for await (const _ of client.list());
  },
  'for await over events without prefetch': async (client) => {
    line = nextLine()
    for await (const _ of client.list({ prefetch: 0 }));
  },
  'for await over pages': async (client) => {
    line = nextLine()
    for await (const _ of client.list().pages());
  },
  'next of pages': async (client) => {
    const walk = client.list().pages()
    line = nextLine()
    while (!(await walk.next()).done);
  },
  toArray: async (client) => {
    line = nextLine()
    return await client.list().toArray({ max: 100 })
  },
}

const thrownBy = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => undefined,
    (error: unknown) => error,
  )

const { open } = v2

const first = {
  ...pageOf('v2', ['e1', 'e2'], address('v2', 'events?page=2')),
  ...{ total_records: 6, total_pages: 3, per_page: 2 },
}
const failures: Readonly<Record<string, Step>> = {
  'status 500': refusal(500),
  'a failed fetch': failing(new TypeError('fetch failed')),
  'a web page': json('<p>', 200, { 'content-type': 'text/html' }),
  'an invalid page': json({ error: 'no' }),
}

/** Tries ways that lead to an error against responses, once for each failure. */
async function expectCallersLine(names: readonly string[], before: readonly Step[]) {
  for (const name of names) {
    for (const [what, step] of Object.entries(failures)) {
      const error = await thrownBy(() => ways[name]?.(clientOver('v2', [...before, step]).client) ?? Promise.resolve())
      expect(firstOutside(error), `${name}, ${what}`).toContain(`stack.test.ts:${line}:`)
    }
  }
}

const lists = Object.keys(ways).filter((name) => name !== 'get')

test("error.stack of get has the caller's line as the first line outside of the package, for each kind of error", () =>
  expectCallersLine(['get'], []))

test("error.stack of a list names the caller's line that reads the list when the first page fails", () =>
  expectCallersLine(lists, []))

test("error.stack of a list names the caller's line that reads the list when a later page fails, with and without prefetch", () =>
  expectCallersLine(lists, [json(first)]))

test("error.stack names the caller's line for requests over a real socket", async () => {
  await using server = await rawServer(() => http(500, { 'Content-Type': 'application/json' }, '{}'))
  for (const [name, way] of Object.entries(ways)) {
    const error = await thrownBy(() => way(open(server.url)))
    expect(firstOutside(error), name).toContain(`stack.test.ts:${line}:`)
  }
})

test('JSON.stringify of an error leaves out its stack', async () => {
  for (const step of Object.values(failures)) {
    const error = await thrownBy(() => clientOver('v2', [step]).client.get('e1'))
    expect(error).toHaveProperty('stack', expect.stringContaining('stack.test.ts'))
    expect(JSON.stringify(error)).not.toContain('stack.test.ts')
  }
})
