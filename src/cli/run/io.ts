import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import type { OutputStream } from '../terminal/screen.ts'
import { CliError, isErrorWithCode } from './cli-error.ts'

/** The methods of an open file that commands use. */
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

/** The properties of a file that commands use. */
export interface FileStats {
  readonly mtimeMs: number
  /** Number of the device, and of the file on it. */
  readonly dev: number
  readonly ino: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Number of hard links. */
  readonly nlink: number
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** The file system functions that commands use. Names and errors are those of `node:fs/promises`. */
export interface FileSystem {
  /** @param mode for a new file */
  open(path: string, flags: 'r' | 'wx' | number, mode?: number): Promise<OpenFile>
  readFile(path: string): Promise<Uint8Array>
  writeFile(path: string, text: string, options: { readonly flag: 'wx' }): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { readonly force: true }): Promise<void>
  stat(path: string): Promise<FileStats>
  lstat(path: string): Promise<FileStats>
  /** Rejects if this user does not have the permission. */
  access(path: string, mode: number): Promise<void>
  utimes(path: string, read: Date, written: Date): Promise<void>
  readdir(path: string): Promise<readonly string[]>
  readlink(path: string): Promise<string>
  /** The path without links, with upper and lower case as the file system has them. */
  realpath(path: string): Promise<string>
}

/** The source of time. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds of a monotonic clock. */
  elapsed(): number
  sleep(ms: number): Promise<void>
  every(ms: number, work: () => void): Disposable
}

/** The signals that end a command. */
export type Signal = 'SIGINT' | 'SIGTERM'

/** The environment of a command: streams, signals, network, time, files and processes. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when a signal ends the command. The reason is an {@link Interrupted}. */
  readonly signal: AbortSignal
  /** Makes signals call `listener`, and not abort `signal`, until the result is disposed. */
  readonly overrideSignalHandler: (listener: (signal: Signal) => void) => Disposable
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly fs: FileSystem
  /** Id of this process. */
  readonly pid: number
  /** Whether a process with this id exists. */
  readonly isAlive: (pid: number) => boolean
}

/** The work of a parsed command line; resolves with the exit code. */
export type Task = (io: Io) => Promise<number>

/** Sets the task of the parsed command line. */
export type Choose = (task: Task) => void

/** The exit code that shells give for a program that a signal ended. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + (constants.signals[signal] ?? 0)

/** The abort reason of a command that a signal ends. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: Signal) {
    super(`ended by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}

/** Thrown if the reader of standard output has closed the pipe, as `head -1` does. */
export class ReaderGone extends Error {}

/**
 * Writes text to standard output. Resolves after the write, so that the command does not buffer more than the reader takes.
 *
 * @throws ReaderGone if the reader has closed standard output
 * @throws CliError if the write fails for another reason, such as a full disk
 */
export const write = ({ stdout }: Io, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stdout.write(text, (error) => {
      if (!error) return resolve()
      if (isErrorWithCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) return reject(new ReaderGone())
      reject(new CliError(1, `standard output cannot be written: ${error.message}`, { cause: error }))
    })
  })

/** Like {@link write}, but a closed standard output is not a failure. */
export const print = (io: Io, text: string): Promise<void> =>
  write(io, text).catch((error) => {
    if (!(error instanceof ReaderGone)) throw error
  })

export const printJson = (io: Io, value: unknown): Promise<void> =>
  print(io, `${JSON.stringify(value, undefined, 2)}\n`)
