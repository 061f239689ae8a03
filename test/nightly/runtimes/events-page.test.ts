import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { servedService } from '../../support/cli.ts'
import { installedAt, installRuntimes } from './drivers.ts'

installRuntimes()
const folder = join(root, 'examples/events-page')
const settings = JSON.parse(readFileSync(join(folder, 'wrangler.jsonc'), 'utf8'))

test('the events-page example lists events and records an RSVP in workerd, with the settings of its wrangler.jsonc', async () => {
  await using served = await servedService({ namespace: 'action_network' })
  const { service } = served
  const key = service.seeded.group
  const { id } = service.addEvent(
    { title: 'Picnic', start_date: '2999-06-20T12:00:00', description: '<p>Bread</p>' },
    { key },
  )
  const options: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', conditions: ['workerd', 'worker'] }
  const entryPoints = [join(folder, 'worker.ts')]
  const { outputFiles } = await build({ ...options, entryPoints, external: ['node:*'], write: false })
  const { Miniflare } = createRequire(import.meta.url)(installedAt('miniflare'))
  const worker = new Miniflare({
    modules: true,
    script: outputFiles?.[0]?.text,
    compatibilityDate: settings.compatibility_date,
    compatibilityFlags: settings.compatibility_flags,
    bindings: { ...settings.vars, ...served.env },
  })
  onTestFinished(() => worker.dispose())
  const get = async (path: string) => (await worker.dispatchFetch(`https://town.example.org${path}`)).text()

  expect(await Promise.all(['/events', '/events'].map(get))).toEqual([
    expect.stringContaining('Picnic'),
    expect.stringContaining('Picnic'),
  ])
  expect(await get(`/events/${id}`)).toContain('<p>Bread</p>')
  const sent = await worker.dispatchFetch(`https://town.example.org/events/${id}`, {
    method: 'POST',
    body: 'given_name=Ada&email=ada%40example.org',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://town.example.org' },
    redirect: 'manual',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/events/${id}/thanks`])
  expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
})
