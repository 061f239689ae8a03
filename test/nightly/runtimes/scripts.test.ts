import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { actionNetwork } from 'osdi-events/mock'
import { afterAll, expect, test, vi } from 'vitest'
import { install, root } from '../../support/built.ts'
import { servedService, start } from '../../support/cli.ts'
import { commandOf, mockNames } from '../../support/example-commands.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { fenceWith } from '../../support/guide.ts'
import { loopback } from '../../support/loopback.ts'
import { installedAt, installRuntimes } from './drivers.ts'

vi.setConfig({ testTimeout: 60_000 })
installRuntimes()

/** A project where the package is installed, with all examples in it. */
const project = install('ky', 'zod', 'csv-parse', 'msw')
await cp(join(root, 'examples'), project.folder, { recursive: true })
afterAll(() => project[Symbol.dispose]())

const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>>, folder = '') =>
  start(installedAt(program), args, env, join(project.folder, folder)).ended

const picnic = { title: 'Picnic', start_date: '2026-06-20T12:00:00' }

const denoFlags = ['--no-prompt', '--node-modules-dir=manual']
const agenda = (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const permissions = ['--allow-env=EVENTS_BASE_URL,EVENTS_API_KEY,EVENTS_NAMESPACE', '--allow-net=127.0.0.1']
  return run('.bin/deno', ['run', ...denoFlags, ...permissions, 'agenda.ts', ...args], env, 'deno')
}

test('the agenda example passes the type check of Deno', async () => {
  if (!existsSync(join(root, 'dist/index.d.ts'))) throw new Error('no declarations in dist/: run npm run build first')
  const { code, stderr } = await run('.bin/deno', ['check', '--node-modules-dir=manual', 'agenda.ts'], {}, 'deno')
  expect([code, code === 0 || stderr]).toEqual([0, true])
})

test('the new-events example passes the type check with the types of Bun', async () => {
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--lib', 'esnext']
  const modules = ['--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler']
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...modules]
  const check = (...more: readonly string[]) =>
    start(process.execPath, [...compiler, ...more, 'whats-new.ts'], {}, join(project.folder, 'bun')).ended
  const { code, stdout } = await check('--types', installedAt('bun-types'))
  expect([stdout, code]).toEqual(['', 0])
  // Without them the names are unknown, which shows that they were looked at.
  expect((await check()).stdout).toContain("'Bun'")
})

test('the agenda example lists the next days in Deno, with only the permissions in its first lines', async () => {
  await using served = await servedService({ perPage: 2 })
  const key = served.service.seeded.group
  const add = (...[event]: Parameters<typeof served.service.addEvent>[0][]) =>
    event && served.service.addEvent(event, { key })
  add({ ...picnic, title: '*Late* walk\n', start_date: '2026-06-20T23:30:00', location: { locality: 'Chicago' } })
  add(picnic)
  add({ ...picnic, title: 'Hidden', hidden: true })
  add({ ...picnic, title: 'Before', start_date: '2026-06-18T23:59:00' })
  add({ ...picnic, title: 'First', start_date: '2026-06-19T00:00:00' })
  add({ ...picnic, title: 'After', start_date: '2026-06-21T00:00:00' })
  const { code, stdout, stderr } = await agenda({ ...served.env, TZ: 'Pacific/Auckland' }, '2026-06-19', '2')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    '## Friday, 19 June 2026',
    '- 00:00 **First**',
    '## Saturday, 20 June 2026',
    '- 12:00 **Picnic**',
    '- 23:30 **\\*Late\\* walk**, Chicago',
  ])
  expect((await agenda(served.env, '2030-01-01')).stdout).toBe('Nothing is on.\n')
})

const cut = {
  operation: 'events.list',
  query: { page: '2' },
  effect: { kind: 'status', status: 200, body: {} },
} as const

test('the agenda example prints no agenda for an incomplete list', async () => {
  await using served = await servedService({ events: 5, perPage: 2 })
  served.service.faults.add(cut)
  const { code, stdout, stderr } = await agenda(served.env)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe('The list of events ended early: an agenda would lack some.\n')
})

test.for(mockNames)(
  'the examples for Deno and Bun run against osdi-events %s, as their first lines say',
  async (mock) => {
    const preset = mock === 'mock' ? {} : actionNetwork
    await using served = await servedService({ ...preset, events: 60, now: 'system' })
    await using folder = await temporaryFolder()
    const said = (path: string) => {
      const { env, words } = commandOf(path, mock)
      return { env: { ...served.env, ...env }, command: words.join(' ') }
    }
    const deno = said('deno/agenda.ts')
    expect(deno.command).toBe('deno task agenda')
    // What the task runs, with the package of this project, which no registry has.
    const { tasks } = JSON.parse(await readFile(join(root, 'examples/deno/deno.json'), 'utf8'))
    const [program, subcommand = '', ...args] = (tasks.agenda as string).split(' ')
    expect([program, subcommand]).toEqual(['deno', 'run'])
    const shown = await run('.bin/deno', [subcommand, ...denoFlags, ...args], deno.env, 'deno')
    expect(shown).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^## .+\n\n- \d\d:\d\d \*\*/) })
    const bun = said('bun/whats-new.ts')
    expect(bun.command).toBe('bun whats-new.ts seen.json')
    const told = await run('.bin/bun', ['whats-new.ts', folder.file('seen.json')], bun.env, 'bun')
    expect(told).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(JSON.parse(await readFile(folder.file('seen.json'), 'utf8')).length).toBeGreaterThan(50)
  },
)

/** A chat that notes what it is told. */
async function chat() {
  const told: string[] = []
  const answering = { status: 200 }
  const { url, ...server } = await loopback(async (request, response) => {
    const body = await text(request)
    if (answering.status === 200) told.push((JSON.parse(body) as { text: string }).text)
    response.writeHead(answering.status).end()
  })
  return { told, answering, url: `${url}/secret`, ...server }
}

test('the new-events example announces each new event once in Bun, even after failures of the chat or the service', async () => {
  await using served = await servedService({ events: 3 })
  await using room = await chat()
  await using folder = await temporaryFolder()
  const { service } = served
  const key = service.seeded.group
  const tell = (url = room.url) =>
    run('.bin/bun', ['whats-new.ts', folder.file('seen.json')], { ...served.env, CHAT_WEBHOOK: url }, 'bun')

  expect(await tell()).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(room.told).toEqual([])
  service.addEvent({ ...picnic, title: '<@everyone> Picnic', location: { locality: 'Chicago' } }, { key })

  room.answering.status = 500
  expect(await tell()).toMatchObject({ code: 1, stderr: 'the chat answered 500\n' })
  const unreachable = await tell('http://127.0.0.1:1/secret')
  expect([unreachable.code, unreachable.stderr]).toEqual([
    1,
    expect.stringMatching(/^the chat cannot be reached: \w+\n$/),
  ])
  room.answering.status = 200
  const down = service.faults.add({ effect: { kind: 'status', status: 400 } })
  expect(await tell()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^GET \S+ answered 400/) })
  service.faults.remove(down)
  expect(room.told).toEqual([])

  expect(await tell()).toMatchObject({ code: 0, stderr: '' })
  expect(await tell()).toMatchObject({ code: 0, stderr: '' })
  expect(room.told).toEqual(['New events:\neveryone Picnic · 2026-06-20 12:00 · Chicago'])
  expect(JSON.parse(await readFile(folder.file('seen.json'), 'utf8'))).toHaveLength(4)
})

test('the new-events example stores nothing from an incomplete first list', async () => {
  await using served = await servedService({ events: 5, perPage: 2 })
  await using folder = await temporaryFolder()
  served.service.faults.add(cut)
  const tell = () => run('.bin/bun', ['whats-new.ts', folder.file('seen.json')], served.env, 'bun')
  expect(await tell()).toMatchObject({ code: 1, stderr: 'the list of events ended early: nothing is noted\n' })
  expect(existsSync(folder.file('seen.json'))).toBe(false)
  served.service.faults.clear()
  for (const _ of ['noted', 'nothing new']) expect(await tell()).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

for (const node of ['22', '24', '26']) {
  test(`the examples for Node run on Node ${node}`, async () => {
    await using served = await servedService({ events: 60 })
    await using folder = await temporaryFolder()
    const example = (...args: readonly string[]) => run(`node-${node}/bin/node`, args, served.env)
    expect(await example('list-all-events.ts')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('60 events on 3 pages'),
    })
    expect(await example('campaign-report.ts')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^all +60 /m) })
    const copy = () => example('copy-in-step/main.ts', folder.file('events.db'))
    expect(await copy()).toMatchObject({ code: 0, stdout: 'everything: 60 events written, 0 gone\n' })
    expect(await copy()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^changes: \d /) })
    const publish = await example('publish-spreadsheet/main.ts', 'publish-spreadsheet/events.csv')
    expect(publish).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:created .+\n){3}$/) })
  })
}

const overMsw = `
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMockService } from 'osdi-events/mock'
import { setupMockServer } from 'osdi-events/mock/node'
try { setupMockServer(createMockService()) } catch ({ code, message }) { console.log(code, message) }
setupServer(http.all('https://events.invalid/*', () => HttpResponse.json({}))).listen()
await fetch('https://events.invalid/api/v2/events').then(() => console.log('MSW answers'), () => console.log('MSW does not answer'))
process.exit()
`

// Once MSW answers there, the refusal can go.
test.for([
  ['Bun', '.bin/bun', 'run'],
  ['Deno', '.bin/deno', 'run', '--allow-all', ...denoFlags],
] as const)('setupMockServer throws in %s, where MSW 3 intercepts no requests', async ([runtime, program, ...args]) => {
  const file = 'over-msw.mjs'
  await writeFile(join(project.folder, file), overMsw)
  const { stdout } = await run(program, [...args, file], {})
  expect(stdout).toContain(`runtime msw: MSW 3 intercepts nothing on ${runtime};`)
  expect(stdout).toContain('MSW does not answer')
})

test('the test of the guide for Bun passes in Bun', async () => {
  await writeFile(join(project.folder, 'guide.test.js'), fenceWith('testing', 'bun:test'))
  const { code, stderr } = await run('.bin/bun', ['test', './guide.test.js'], {})
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 pass')])
})
