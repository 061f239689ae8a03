import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageAt } from '../support/peers.ts'
import { end } from '../support/programs.ts'

/** A mock server of somebody else's that serves a page as a fixed answer. */
export interface Peer {
  readonly name: string
  readonly package: string
  /** Where it serves the page. */
  readonly path: string
  /** Its program within its package. */
  readonly program: string
  /** Writes what it is to serve into a folder; its arguments. */
  prepare(folder: string, page: string, port: number): readonly string[]
}

const path = '/api/v2/events'
const type = 'application/hal+json'

// Each of them as quiet as it can be made: what it logs is not what is measured.
export const peers: readonly Peer[] = [
  {
    name: 'Prism',
    package: '@stoplight/prism-cli',
    path,
    program: 'dist/index.js',
    prepare: (to, page, port) => {
      const content = { [type]: { schema: { type: 'object' }, example: JSON.parse(page) } }
      const get = { responses: { 200: { description: 'A page', content } } }
      const info = { title: 'Events', version: '2' }
      const file = write(to, 'openapi.json', { openapi: '3.0.3', info, paths: { [path]: { get } } })
      return ['mock', file, '--port', String(port), '--verboseLevel', 'silent', '--multiprocess', 'false']
    },
  },
  {
    name: 'json-server',
    package: 'json-server',
    path: '/events',
    program: 'lib/cli/bin.js',
    prepare: (to, page, port) => {
      const file = write(to, 'db.json', { events: JSON.parse(page) })
      return [file, '--port', String(port), '--host', '127.0.0.1', '--quiet', '--no-gzip', '--no-cors', '--read-only']
    },
  },
]

function write(folder: string, name: string, document: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(document))
  return file
}

/** A peer that serves a page, until it is disposed of. */
export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** Starts a peer with this Node, and sees that what it serves is the page. */
export async function startPeer(peer: Peer, page: string): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'))
  const port = await freePort()
  const args = [join(packageAt(peer.package), peer.program), ...peer.prepare(folder, page, port)]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}${peer.path}`
  try {
    const served = await firstAnswer(url, () => child.exitCode === null)
    if (JSON.stringify(JSON.parse(served)) !== page) throw new Error(`${peer.name} serves something else than the page`)
    return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstAnswer(url: string, isAlive: () => boolean): Promise<string> {
  for (let tries = 0; tries < 300 && isAlive(); tries += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer?.ok) return answer.text()
    await answer?.body?.cancel()
    await sleep(100)
  }
  throw new Error(`${url} is not served`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}
