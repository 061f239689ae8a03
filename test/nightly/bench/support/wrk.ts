import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The requests of one script in `lua/`, and what it takes from the command line. */
export interface Load {
  readonly script: 'get' | 'post' | 'mixed'
  readonly url: string
  readonly args: readonly string[]
}

/** What `report.lua` prints about a run. */
export interface Loaded {
  readonly requests: number
  readonly microseconds: number
  readonly refused: number
  readonly broken: number
  /** Latency in microseconds, of half and of 99 % of the requests. */
  readonly p50: number
  readonly p99: number
}

/** The version of wrk, or undefined where it is not installed. */
export function wrkVersion(): string | undefined {
  // It exits with 1 when asked for its version.
  return /^wrk (?:debian\/)?(\S+)/.exec(spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
}

/** Sends requests over 16 connections from one thread for some seconds. Every one must be answered with success. */
export async function load({ script, url, args }: Load, seconds: number): Promise<Loaded> {
  const lua = fileURLToPath(new URL('../lua/', import.meta.url))
  const options = ['-t1', '-c16', `-d${seconds}s`, '--timeout', '30s', '-s', `${script}.lua`, url, '--', ...args]
  const { stdout } = await run('wrk', options, { cwd: lua, timeout: (seconds + 60) * 1000 })
  const loaded: Loaded = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
  if (loaded.refused + loaded.broken > 0 || loaded.requests === 0)
    throw new Error(`${url}: of ${loaded.requests} requests ${loaded.refused} were refused and ${loaded.broken} broken`)
  return loaded
}

/** Requests per second. */
export const rate = ({ requests, microseconds }: Loaded): number => (requests / microseconds) * 1e6
