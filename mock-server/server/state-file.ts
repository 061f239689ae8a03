import { access, constants, readFile, readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { decodeBody } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import type { ServiceCore } from '../service.ts'
import { Snapshot } from '../snapshot.ts'
import { type Stop, setTimer, setUnrefTimer } from '../time.ts'
import type { MockService } from '../types/index.ts'
import { removeLeftovers, replaceFile } from './replace-file.ts'

/** Milliseconds that changes are gathered for before they are saved. */
const saveDelay = 250

/** Milliseconds until a save that failed is tried again: at first, and at the most. */
const retryDelays = { first: 1000, longest: 30_000 }

/** The file that a service's state is kept in: saved soon after changes, not for each one, and never twice at once. */
export class StateFile {
  readonly #path: string
  readonly #core: ServiceCore
  readonly #loaded: Snapshot | undefined
  #onError: (error: unknown) => void = () => {}
  /** Whether something changed since the last save began. */
  #isDirty = false
  #hasFailed = false
  #isClosed = false
  #pause = retryDelays.first
  #running: Promise<void> | undefined
  #unwatch: Stop | undefined
  #planned: Stop | undefined
  #retry: Stop | undefined

  private constructor(path: string, core: ServiceCore, loaded: Snapshot | undefined) {
    this.#path = path
    this.#core = core
    this.#loaded = loaded
  }

  /** Reads a state file for a service, and changes neither. Throws a {@link MockServiceError} for one that cannot be used. */
  static async open(given: string, service: MockService, core: ServiceCore): Promise<StateFile> {
    const path = await realpath(given).catch(() => targetOf(resolve(given)))
    const loaded = await load(path, service)
    await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      throw unusable(path, `cannot be written: ${dirname(path)} is no folder that files can be put into`, error)
    })
    await removeLeftovers(path).catch(() => {})
    return new StateFile(path, core, loaded)
  }

  /** Puts the service into the state of the file, where there is one, and from then on the state of the service into the file. */
  follow(onError: (error: unknown) => void): void {
    this.#onError = onError
    if (this.#loaded) this.#core.restore(this.#loaded)
    this.#unwatch = this.#core.subscribe((isStored) => isStored && this.#changed())
    if (!this.#loaded) this.#changed()
  }

  /** Follows the service no more; what is not saved yet is saved before. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const stop of [this.#unwatch, this.#planned, this.#retry]) stop?.()
    await this.#running
    if (this.#isDirty || this.#hasFailed) await this.#save(true)
  }

  #changed(): void {
    this.#isDirty = true
    this.#plan()
  }

  #plan(): void {
    if (!this.#isDirty || this.#isClosed || this.#planned || this.#running) return
    this.#retry?.()
    this.#planned = setTimer(saveDelay, () => {
      this.#planned = undefined
      this.#begin(true)
    })
  }

  #begin(tells: boolean): void {
    this.#running = this.#save(tells).finally(() => {
      this.#running = undefined
      this.#plan()
    })
  }

  async #save(tells: boolean): Promise<void> {
    const isLast = this.#isClosed
    this.#isDirty = false
    try {
      await replaceFile(this.#path, this.#core.snapshot().chunks())
      this.#hasFailed = false
      this.#pause = retryDelays.first
    } catch (error) {
      this.#hasFailed = true
      // One that fails while the file closes is followed by the last, which tells of itself.
      if (tells && (isLast || !this.#isClosed)) this.#onError(saveError(this.#path, error))
      // The system may have had its reasons for a moment; a state that is too long stays so until it changes. No program is kept running for it.
      if (this.#isClosed || codeOf(error) === undefined) return
      this.#retry = setUnrefTimer(this.#pause, () => this.#begin(false))
      this.#pause = Math.min(this.#pause * 2, retryDelays.longest)
    }
  }
}

async function load(path: string, service: MockService): Promise<Snapshot | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${error.code})`, error)
  })
  if (!bytes) return undefined
  const document = parsed(path, bytes)
  try {
    return new Snapshot(Snapshot.dataOf(document, service))
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error
    const problem = `${path} cannot be used, and is left as it is: ${error.message}`
    throw new MockServiceError('state', error.field, problem, { cause: error })
  }
}

function parsed(path: string, bytes: Uint8Array): unknown {
  try {
    // Throws too where there is more than a text can hold.
    const { body, isUtf8 } = decodeBody(bytes)
    if (isUtf8) return JSON.parse(body)
  } catch {}
  throw unusable(path, 'is damaged: it holds no JSON. It is left as it is')
}

/** Where links lead, though nothing is there yet: the file is replaced, and a link to it stays one. */
async function targetOf(path: string, links = 0): Promise<string> {
  const target = links < maxLinks && (await readlink(path).catch(() => undefined))
  return target ? targetOf(resolve(dirname(path), target), links + 1) : path
}

// As many as systems follow; those that lead in a circle cannot be read.
const maxLinks = 40

const unusable = (path: string, problem: string, cause?: unknown) =>
  new MockServiceError('state', 'state', `${path} ${problem}`, cause === undefined ? undefined : { cause })

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function saveError(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const failure = new Error(`The state cannot be saved to ${path}: ${reason}`, { cause: error })
  return Object.assign(failure, { code: codeOf(error) })
}
