import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { http, rawServer } from '../support/raw-server.ts'
import { clientOver, failing, json, refusal } from '../support/scripted-fetch.ts'
import { type AnyClient, v2 } from '../support/versions.ts'

/** The line below the one that asks. */
const nextLine = () => Number(/\bstack\.test\.ts:(\d+)/.exec(new Error().stack?.split('\n')[2] ?? '')?.[1]) + 1

/** The first line of a stack that belongs neither to the package nor to Node. */
const firstOutside = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .find((line) => !/\/src\/(?:core|v\d)\/|\bnode:|node_modules/.test(line))

let line = 0

/** Ways to come by an error. */
const ways: Readonly<Record<string, (client: AnyClient) => Promise<unknown>>> = {
  get: async (client) => {
    line = nextLine()
    return await client.get('e1')
  },
  'for await over events': async (client) => {
    line = nextLine()
    for await (const _ of client.list());
  },
  'for await over events that are not asked for ahead': async (client) => {
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
const failures = {
  'a refusal': refusal(500),
  'no answer': failing(new TypeError('fetch failed')),
  'another content type': json('<p>', 200, { 'content-type': 'text/html' }),
  'what is no page': json({ error: 'no' }),
}

for (const [way, walk] of Object.entries(ways)) {
  for (const [what, step] of Object.entries(failures)) {
    test(`the stack of an error names the caller's line first outside of the package: ${way}, ${what}`, async () => {
      for (const steps of way === 'get' ? [[step]] : [[step], [json(first), step]]) {
        const error = await thrownBy(() => walk(clientOver('v2', steps).client))
        expect(firstOutside(error)).toContain(`stack.test.ts:${line}:`)
        expect(JSON.stringify(error)).not.toContain('stack.test.ts')
      }
    })
  }

  test(`the stack of an error names the caller's line also where it comes over a socket: ${way}`, async () => {
    await using server = await rawServer(() => http(500, { 'Content-Type': 'application/json' }, '{}'))
    const error = await thrownBy(() => walk(open(server.url)))
    expect(firstOutside(error)).toContain(`stack.test.ts:${line}:`)
  })
}
