import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fenceWith } from '../../support/guide.ts'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { outputOf } from './installed.ts'

/** An app with a page that uses one helper, and a route over a function that Next caches. */
const app = () => ({
  'next.config.mjs': 'export default { cacheComponents: true }\n',
  'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>\n',
  'app/page.jsx': `'use client'
import { isKnownStatus } from 'osdi-events'
export default () => <p>{String(isKnownStatus('confirmed'))}</p>
`,
  'lib/cached.js': fenceWith('options', 'use cache'),
  'lib/events-client.js': `import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
export const service = createMockService()
service.addEvent({ title: 'Picnic', identifiers: ['calendar:42'] })
const { baseUrl, fetch, seeded } = service
export const events = new EventsV2({ baseUrl, fetch, apiKey: seeded.group.token, retry: false })
`,
  'app/events/route.js': `import { connection } from 'next/server'
import { titleOf } from '../../lib/cached.js'
import { service } from '../../lib/events-client.js'
export async function GET() {
  await connection()
  const [{ id }] = service.dashboard(service.seeded.group)
  return Response.json([await titleOf(id), await titleOf('nothing')])
}
`,
})

let project: PackedProject
const file = (path: string) => join(project.folder, path)
const next = () => file('node_modules/next/dist/bin/next')

beforeAll(async () => {
  vi.stubEnv('NEXT_TELEMETRY_DISABLED', '1')
  project = installPacked('next@16', 'react@19', 'react-dom@19')
  for (const [path, text] of Object.entries(app())) {
    mkdirSync(dirname(file(path)), { recursive: true })
    writeFileSync(file(path), text)
  }
  const { ok, text } = await outputOf(project.folder, next(), 'build', '--turbopack')
  expect(ok, text).toBe(true)
})
afterAll(() => {
  vi.unstubAllEnvs()
  project[Symbol.dispose]()
})

test('Turbopack bundles a helper without schemas into at most 3 KB, gzipped', () => {
  const chunks = readdirSync(file('.next/static'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(file(`.next/static/${name}`), 'utf8'))
  const own = chunks.filter((chunk) => chunk.includes('osdi-events.error'))
  expect(own).toHaveLength(1)
  expect(gzipSync(own.join(''), { level: 9 }).length).toBeLessThanOrEqual(3_000)
  expect(chunks.filter((chunk) => /_zod\b/.test(chunk))).toEqual([])
})

test('the cached function of the guide for Next returns a result, or the code and message of an error', async () => {
  const server = spawn(process.execPath, [next(), 'start', '--port', '0'], { cwd: project.folder })
  try {
    let url: string | undefined
    for await (const line of createInterface(server.stdout)) {
      url = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? url
      if (/Ready/.test(line)) break
    }
    const [found, missing] = await (await fetch(`${url}/events`)).json()
    expect(found).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), title: 'Picnic' })
    expect(missing).toEqual({ code: 'http', message: expect.stringContaining('answered 404: Event not found') })
  } finally {
    server.kill()
    await once(server, 'exit')
  }
})
