import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { CliError, isErrorWithCode } from './cli-error.ts'

/** What is done with an open file. */
export interface OpenFile {
  write(
    content: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>
  truncate(length: number): Promise<void>
  stat(): Promise<{ readonly size: number; readonly nlink: number }>
  chmod(mode: number): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  datasync(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** What is asked of a file by its name. */
export interface Found {
  readonly mtimeMs: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** How many names it has. */
  readonly nlink: number
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** What is used of the file system, with the names and errors of `node:fs/promises`. */
export interface FileSystem {
  /** `mode` is that of a new file. */
  open(path: string, flags: 'r' | 'wx' | number, mode?: number): Promise<OpenFile>
  readFile(path: string): Promise<Uint8Array>
  writeFile(path: string, text: string, options: { readonly flag: 'wx' }): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { readonly force: true }): Promise<void>
  stat(path: string): Promise<Found>
  lstat(path: string): Promise<Found>
  /** Rejects where this user may not. */
  access(path: string, mode: number): Promise<void>
  utimes(path: string, read: Date, written: Date): Promise<void>
  readdir(path: string): Promise<readonly string[]>
  readlink(path: string): Promise<string>
}

/** Where time comes from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since some moment, which nobody sets back. */
  elapsed(): number
  sleep(ms: number): Promise<void>
  every(ms: number, work: () => void): Disposable
}

/** The signals that end a command. */
export type Signal = 'SIGINT' | 'SIGTERM'

/** What a command has of the world around it. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by what is to end the command, with an {@link Interrupted} for its reason. */
  readonly signal: AbortSignal
  /** Hands every signal over, in place of aborting, until it is disposed of. */
  readonly takeSignals: (listener: (signal: Signal) => void) => Disposable
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly fs: FileSystem
  /** The number of this process, and whether the process of a number is there. */
  readonly pid: number
  readonly isAlive: (pid: number) => boolean
}

/** What is to be done once the command line is understood; gives the exit code. */
export type Task = (io: Io) => Promise<number>

/** Takes what a command is to do. */
export type Choose = (task: Task) => void

/** What shells make of a program that a signal ended. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + (constants.signals[signal] ?? 0)

/** Why a command ends before its time. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: Signal) {
    super(`ended by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}

/** Text as one line that moves no cursor: it may hold what a stranger wrote. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Says one line on standard error. */
export function say({ stderr }: Pick<Io, 'stderr'>, text: string): void {
  stderr.write(`osdi-events: ${oneLine(text)}\n`)
}

/** Whoever read standard output has enough. */
export class ReaderGone extends Error {}

/**
 * Writes text to standard output; waits while its reader does not read.
 *
 * @throws ReaderGone where nobody reads it any more, and a CliError where it cannot be written, as on a full disk
 */
export const write = ({ stdout }: Io, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stdout.write(text, (error) => {
      if (!error) return resolve()
      if (isErrorWithCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) return reject(new ReaderGone())
      reject(new CliError(1, `standard output cannot be written: ${error.message}`, { cause: error }))
    })
  })

/** The same, where a reader that went away is no failure. */
export const print = (io: Io, text: string): Promise<void> =>
  write(io, text).catch((error) => {
    if (!(error instanceof ReaderGone)) throw error
  })

export const printJson = (io: Io, value: unknown): Promise<void> =>
  print(io, `${JSON.stringify(value, undefined, 2)}\n`)
