import { access, constants, readFile, readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { decodeBody } from '../api/request.ts'
import { MockServiceError } from '../errors.ts'
import { Snapshot } from '../snapshot.ts'
import { later, laterIfRunning, type Stop } from '../time.ts'
import type { MockService, MockSnapshot } from '../types/index.ts'
import type { Mount } from './mount.ts'
import { removeLeftovers, replaceFile } from './replace-file.ts'
import { stateOf } from './send.ts'

/** A state file that follows its service. */
interface KeptState {
  /** Follows the service no more; what is not saved yet is saved before. */
  close(): Promise<void>
}

/** A state file that can be used. */
export interface OpenedState {
  /** Puts the service into the state of the file, where there is one, and from then on the state of the service into the file. */
  keep(onError: (error: unknown) => void): KeptState
}

/** Looks at a state file for a service, and changes neither. Throws a {@link MockServiceError} for one that cannot be used. */
export async function openState(file: string, { service, core }: Mount): Promise<OpenedState> {
  const { path, document } = await loadState(file)
  const snapshot = document === undefined ? undefined : read(service, path, document)
  await removeLeftovers(path).catch(() => {})
  return {
    keep: (onError) => {
      if (snapshot) service.restore(snapshot)
      const saver = new Saver({ save: () => replaceFile(path, stateOf(service).texts).catch(failed(path)), onError })
      const stop = core.watch(() => saver.changed())
      if (!snapshot) saver.changed()
      return {
        close: () => {
          stop()
          return saver.close()
        },
      }
    },
  }
}

function read(service: MockService, path: string, document: unknown): MockSnapshot {
  try {
    return new Snapshot(Snapshot.dataOf(document, service))
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error
    const problem = `${path} cannot be used, and is left as it is: ${error.message}`
    throw new MockServiceError('state', error.field, problem, { cause: error })
  }
}

const failed =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    const failure = new Error(`The state cannot be saved to ${path}: ${error.message}`, { cause: error })
    throw Object.assign(failure, { code: error.code })
  }

/** A state file, and what it holds. */
export interface Loaded {
  /** Where it really is: a link to it stays one when the file is replaced. */
  readonly path: string
  /** The document in it; undefined where there is no file yet. */
  readonly document: unknown
}

/** Reads a state file. Throws a {@link MockServiceError} where it cannot be read, is no JSON, or could not be written later. */
export async function loadState(given: string): Promise<Loaded> {
  const path = await realpath(given).catch(() => targetOf(resolve(given)))
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${error.code})`, error)
  })
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unusable(path, `cannot be written: ${dirname(path)} is no folder that files can be put into`, error)
  })
  return { path, document: bytes && parsed(path, bytes) }
}

/** Where links lead, though nothing is there yet. */
async function targetOf(path: string, links = 0): Promise<string> {
  const target = links < mostLinks && (await readlink(path).catch(() => undefined))
  return target ? targetOf(resolve(dirname(path), target), links + 1) : path
}

// As many as systems follow; those that lead in a circle cannot be read.
const mostLinks = 40

function parsed(path: string, bytes: Uint8Array): unknown {
  try {
    // Throws too where there is more than a text can hold.
    const { body, isUtf8 } = decodeBody(bytes)
    if (isUtf8) return JSON.parse(body)
  } catch {}
  throw unusable(path, 'is damaged: it holds no JSON. It is left as it is')
}

const unusable = (path: string, problem: string, cause?: unknown) =>
  new MockServiceError('state', 'state', `${path} ${problem}`, cause === undefined ? undefined : { cause })

/** What a {@link Saver} does its work with. */
interface Saving {
  /** Saves what there is at this moment. */
  readonly save: () => Promise<void>
  /** Told of every saving that failed, but for those that were tried again without a change. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds that changes are gathered for before they are saved. */
const gathering = 250

/** Milliseconds until a saving that failed is tried again: at first, and at the most. */
const pauses = { first: 1000, longest: 30_000 }

/** Why it is saved. */
type Which = 'after a change' | 'again' | 'last'

/** Saves after changes: soon, not for each one, and never twice at once. */
export class Saver {
  readonly #saving: Saving
  #changes = 0
  /** How many changes the last saving that was begun had. */
  #tried = 0
  /** How many changes are saved. */
  #saved = 0
  #stop: Stop | undefined
  #stopAgain: Stop | undefined
  #pause = pauses.first
  #running: Promise<void> | undefined
  #closed = false

  constructor(saving: Saving) {
    this.#saving = saving
  }

  /** There is something new to be saved. */
  changed(): void {
    this.#changes += 1
    this.#plan()
  }

  /** Saves what is not saved yet, and plans no more. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stop?.()
    this.#stopAgain?.()
    await this.#running
    if (this.#saved < this.#changes) await this.#save('last')
  }

  #plan(): void {
    if (this.#closed || this.#stop || this.#running || this.#tried === this.#changes) return
    this.#stopAgain?.()
    this.#stop = later(gathering, () => {
      this.#stop = undefined
      this.#begin('after a change')
    })
  }

  #begin(which: Which): void {
    this.#running = this.#save(which).finally(() => {
      this.#running = undefined
      this.#plan()
    })
  }

  /** The system may have had its reasons for a moment. No program is kept running for that: it is tried at the end too. */
  #planAgain(): void {
    if (this.#closed) return
    this.#stopAgain = laterIfRunning(this.#pause, () => this.#begin('again'))
    this.#pause = Math.min(this.#pause * 2, pauses.longest)
  }

  async #save(which: Which): Promise<void> {
    const changes = this.#changes
    this.#tried = changes
    try {
      await this.#saving.save()
      this.#saved = changes
      this.#pause = pauses.first
    } catch (error) {
      // One that ends while the saver closes is followed by the last, which tells of itself.
      if (which === 'last' || (which === 'after a change' && !this.#closed)) this.#saving.onError(error)
      if (isOfSystem(error)) this.#planAgain()
    }
  }
}

/** Whether an error is the system's, and may pass; a state that is too long stays so until it changes. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code !== undefined
