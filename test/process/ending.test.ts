import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { cli, type Running, start, started } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

// Each test starts programs of its own.
const onPosix = test.runIf(process.platform !== 'win32')

/** With the Node of the tests. */
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }

/** A project that has the package and these scripts. */
async function project(scripts: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder()
  mkdirSync(folder.file('node_modules/.bin'), { recursive: true })
  symlinkSync(cli, folder.file('node_modules/.bin/osdi-events'))
  writeFileSync(folder.file('package.json'), JSON.stringify({ private: true, scripts }))
  return {
    /** Starts a command of a shell in it. */
    shell: (line: string) => started('sh', ['-c', line], { cwd: folder.path, env }),
    run: (program: string, ...args: readonly string[]) => started(program, args, { cwd: folder.path, env }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** The address of the service whose first line was printed, of several the one with this key. */
async function addressIn(running: Running, key = ''): Promise<string> {
  const [line] = await running.until('stdout', new RegExp(`^\\{"url":.*"group":"${key}.*\\n`, 'm'))
  const { url } = JSON.parse(line) as { url: string }
  return url
}

const isServed = (url: string) =>
  fetch(`${url}/_mock/clock`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits until the server of an address has ended: a connection to it lasts as long as the server. */
const goes = (url: string) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    connect(Number(port), hostname)
      .once('error', () => {})
      .once('close', resolve)
  })

onPosix.for([
  ['npx osdi-events mock --port 0', 'SIGTERM'],
  ['npx osdi-events mock --port 0', 'SIGKILL'],
  ['npm run mock', 'SIGKILL'],
] as const)('%s takes the mock with it that it started, where %s ends it', async ([line, signal]) => {
  await using there = await project({ mock: 'true && osdi-events mock --port 0' })
  const [program, ...args] = line.split(' ')
  await using npm = there.run(program ?? '', ...args)
  const url = await addressIn(npm)
  npm.kill(signal)
  await goes(url)
})

onPosix('a script that puts the mock into the background ends it with npm, however early npm ends', async () => {
  await using there = await project({ mock: 'osdi-events mock --port 0 &' })
  await using npm = there.run('npm', 'run', 'mock')
  // The last process with this pipe closes it.
  expect(await npm.ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the npm that started osdi-events has ended, so osdi-events ends too\n'),
  })
})

onPosix('the mock ends with no shell that put it into the background, and not for want of standard input', async () => {
  await using there = await project()
  const mock = (key: string, flags = '') => `osdi-events mock --port 0 --group-key ${key} ${flags} < /dev/null &`
  await using shell = there.shell(
    `PATH=node_modules/.bin:$PATH; ${mock('plain')} npx ${mock('by-npx')} ${mock('bound', '--exit-with-parent')} read _`,
  )
  const [plain, byNpx, bound] = await Promise.all(['plain', 'by-npx', 'bound'].map((key) => addressIn(shell, key)))
  expect(await Promise.all([plain, byNpx, bound].map((url) => isServed(url ?? '')))).toEqual([true, true, true])

  shell.process.stdin?.end()
  // When this process has noticed, the others have too.
  await goes(bound ?? '')
  expect(await Promise.all([plain, byNpx].map((url) => isServed(url ?? '')))).toEqual([true, true])
})

/** Runs a program with a service. */
const run = (code: string) => {
  const program = `
    import { createMockService } from 'osdi-events/mock'
    import { serve } from 'osdi-events/mock/standalone'
    const service = createMockService()
    const url = service.baseUrl + '/api/v2/events'
    ${code}`
  return start(process.execPath, ['--input-type=module', '-e', program]).ended
}

const printed = (stdout: string) => ({ code: 0, signal: null, stdout, stderr: '' })

test.for(["{ kind: 'no-answer' }", "{ kind: 'stall' }", "{ kind: 'latency', ms: 3_600_000 }"])(
  'a request with the fault %s keeps its process running until its signal aborts, and no longer',
  async (effect) => {
    const ended = await run(`
    service.faults.add({ effect: ${effect} })
    try {
      const answer = await service.fetch(url, { signal: AbortSignal.timeout(50) })
      await answer.text()
    } catch ({ name }) {
      console.log(name)
    }`)
    expect(ended).toEqual(printed('TimeoutError\n'))
  },
)

test('a stalled body that is never read does not keep the process running', async () => {
  const ended = await run(`
    service.faults.add({ effect: { kind: 'stall' } })
    const answer = await service.fetch(url)
    console.log(answer.status)`)
  expect(ended).toEqual(printed('403\n'))
})

test('a process ends by itself after server.close, even with sandboxes', async () => {
  const ended = await run(`
    const server = await serve(service, { signal: new AbortController().signal })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"events":2}' }
    const { status } = await fetch(server.url + '/_mock/sandboxes', init)
    await server.close()
    console.log(status)`)
  expect(ended).toEqual(printed('200\n'))
})
