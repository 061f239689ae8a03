import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from '../support/child.ts'
import { packageAt } from '../support/peers.ts'
import type { Peer } from './peers.ts'

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
