import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Round } from './compare.ts'

const usage = fileURLToPath(new URL('usage.ts', import.meta.url))

/** Where a program writes to, and what it is told by its environment. */
export interface Settings {
  readonly env?: Readonly<Record<string, string>>
  /** A file's descriptor. @default nowhere */
  readonly output?: number
}

/** Runs a program of Node's from its start to its end; what that took. */
export async function ran(args: readonly string[], { env = {}, output }: Settings = {}): Promise<Round> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', usage, ...args], {
    stdio: ['ignore', output ?? 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  })
  const said = text(child.stdio[3] as Readable)
  const code = await new Promise((exited) => child.once('exit', exited))
  const wall = (performance.now() - began) * 1000
  if (code !== 0) throw new Error(`${args.join(' ')} ended with exit code ${code}`)
  return { wall, cpu: Number(await said) }
}
