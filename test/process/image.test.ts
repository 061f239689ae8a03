import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { started } from '../support/cli.ts'
import { buildIn, contextFiles, type Image } from '../support/dockerfile.ts'
import { temporaryFolder } from '../support/folder.ts'
import { servedBy } from '../support/printing.ts'

const onPosix = test.runIf(process.platform !== 'win32')
const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

/** A container that runs. */
interface Container extends AsyncDisposable {
  readonly url: string
  readonly key: string
  /** Exit code of its health check. */
  health(): number | null
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts what a folder was built into, as another user than root where that can be. */
async function startHere({ workdir, entrypoint, health }: Image): Promise<Container> {
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const other = process.getuid?.() === 0 ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : []
  const [program = '', ...args] = [...other, ...entrypoint, '--port', '0']
  const running = await servedBy(started(program, args, { cwd: workdir, env }))
  const check = health.map((word) => word.replace('http://127.0.0.1:4010', running.url))
  return {
    url: running.url,
    key: running.keys.group,
    health: () => spawnSync(check[0] ?? '', check.slice(1), { env }).status,
    stop: async () => {
      running.kill('SIGTERM')
      return (await running.ended).code
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

const docker = (...args: readonly string[]) => execFileSync('docker', args, { cwd: root, encoding: 'utf8' }).trim()

/** Starts a container of an engine. */
async function startThere(image: string, volume: string, { health }: Image): Promise<Container> {
  const id = docker('run', '--detach', '--publish', '127.0.0.1::4010', '--volume', `${volume}:/app/state`, image)
  const url = `http://${docker('port', id, '4010').split('\n')[0]}`
  const about = async () => (await fetch(`${url}/_mock`)).json()
  await expect.poll(() => about().catch(() => undefined), { timeout: 60_000 }).toBeDefined()
  const { keys } = await about()
  return {
    url,
    key: keys.group,
    health: () => spawnSync('docker', ['exec', id, ...health]).status,
    stop: async () => {
      docker('stop', '-t', '20', id)
      return Number(docker('inspect', '--format', '{{.State.ExitCode}}', id))
    },
    [Symbol.asyncDispose]: async () => void docker('rm', '--force', id),
  }
}

/** Uses a container as its users do, and then its saved state in a second container. */
async function use(start: () => Promise<Container>): Promise<void> {
  for (const total of [60, 61]) {
    await using container = await start()
    const { url, key } = container
    const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
    expect(await (await fetch(`${url}/api/v2/events`, { headers })).json()).toMatchObject({ total_records: total })
    const body = JSON.stringify({ title: 'Kept', origin_system: 'Calendar' })
    expect((await fetch(`${url}/api/v2/events`, { method: 'POST', headers, body })).status).toBe(200)
    expect(container.health()).toBe(0)
    expect(await container.stop()).toBe(0)
    expect(container.health()).not.toBe(0)
  }
}

onPosix('the Dockerfile makes a server that answers, is healthy, keeps its state and ends at SIGTERM', async () => {
  await using folder = await temporaryFolder()
  chmodSync(folder.path, 0o755)
  const image = buildIn(folder.path)
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(image).toMatchObject({ user: 'node', port: '4010', volume: '/app/state' })
  expect(image.base).toBe(`node:${devDependencies.node.split('.')[0]}-alpine`)
  expect(image.entrypoint.join(' ')).toMatch(/--host 0\.0\.0\.0 --port 4010 --state state\//)
  // Compressed, as layers are sent: what comes to the base, which has 58 MB (docker-library/repo-info, Node 24.19 on amd64).
  expect(execFileSync('tar', ['-czf', '-', '.'], { cwd: image.workdir, maxBuffer: 2 ** 27 }).length).toBeLessThan(1e6)
  await use(() => startHere(image))
})

test('the Docker image contains only the built files and the licenses', () => {
  const others = contextFiles().filter((file) => !/^dist\/.*\.(?:js|css|html)$/.test(file))
  expect(others.sort()).toEqual(['LICENSE', 'THIRD-PARTY-LICENSES.md', 'package.json'])
})

test.runIf(hasEngine)('Docker builds the image and runs it', { timeout: 600_000 }, async () => {
  await using folder = await temporaryFolder()
  const described = buildIn(folder.path)
  const image = docker('build', '--quiet', '.')
  const volume = docker('volume', 'create')
  await use(() => startThere(image, volume, described))
  docker('volume', 'rm', volume)
})
