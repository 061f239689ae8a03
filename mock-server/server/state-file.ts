import { access, constants, readFile, readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { decodeBody } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import type { ServiceCore } from '../service.ts'
import { Snapshot } from '../snapshot.ts'
import { getIn } from '../text/json.ts'
import { type Stop, setTimer } from '../time.ts'
import type { MockService } from '../types/index.ts'
import { removeLeftover, replaceFile } from './replace-file.ts'

/** The path of a state file, and the data that the file contains. */
export interface StateFile {
  readonly path: string
  /** Undefined if the file does not exist yet. */
  readonly snapshot: Snapshot | undefined
}

/**
 * Reads a state file for a service, without any change to the file or the service. Throws a {@link MockServiceError} if the file is not a
 * valid state file.
 */
export async function openStateFile(given: string, service: MockService): Promise<StateFile> {
  const snapshot = await load(given, service)
  const path = await linkTarget(resolve(given))
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unusable(path, `cannot be written: ${dirname(path)} is not a folder in which files can be created`, error)
  })
  return { path, snapshot }
}

async function load(path: string, service: MockService): Promise<Snapshot | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${error.code})`, error)
  })
  if (!bytes) return undefined
  const document = parsed(path, bytes)
  try {
    const snapshot = new Snapshot(Snapshot.dataOf(document, service))
    checkNamespace(document, service)
    return snapshot
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error
    const problem = `${path} cannot be used, and was not changed: ${error.message}`
    throw new MockServiceError('state', error.field, problem, { cause: error })
  }
}

/** Refuses the state of a service with another prefix, because programs that know its identifiers would not find them. */
function checkNamespace(document: unknown, { namespace }: MockService): void {
  const needed = getIn(document, 'namespace')
  if (needed !== undefined && needed !== namespace)
    throw new MockServiceError(
      'state',
      'namespace',
      `the file needs a service with the prefix ${needed}, and not ${namespace}`,
    )
}

function parsed(path: string, bytes: Uint8Array): unknown {
  try {
    // `decodeBody` also throws, if the text is too long for a string.
    const { body, isUtf8 } = decodeBody(bytes)
    if (isUtf8) return JSON.parse(body)
  } catch {}
  throw unusable(path, 'is damaged: it is not JSON. The file was not changed')
}

/**
 * Follows symbolic links, so that a save replaces the target and not the link. The target may not exist yet. Circular links cannot occur
 * here, because `load` throws for them.
 */
const linkTarget = (path: string): Promise<string> =>
  realpath(path).catch(async () => {
    const target = await readlink(path).catch(() => undefined)
    return target === undefined ? path : linkTarget(resolve(dirname(path), target))
  })

const unusable = (path: string, problem: string, cause?: unknown) =>
  new MockServiceError('state', 'state', `${path} ${problem}`, cause === undefined ? undefined : { cause })

/** Milliseconds from a change until the service is saved. This save includes all further changes in this time. */
const saveDelay = 250

/** Milliseconds from a failed save until the retry. */
const retryDelay = 5000

/** Restores a service from a state file, and saves the service to this file soon after each change. Only one save runs at a time. */
export class Autosave {
  readonly #path: string
  readonly #core: ServiceCore
  readonly #onError: (error: unknown) => void
  readonly #unsubscribe: Stop
  #planned: Stop | undefined
  #running: Promise<void> | undefined
  /** Whether there are unsaved changes. */
  #isDirty = false
  /** Whether the last save failed. */
  #hasFailed = false
  #isClosed = false

  constructor({ path, snapshot }: StateFile, core: ServiceCore, onError: (error: unknown) => void) {
    this.#path = path
    this.#core = core
    this.#onError = onError
    // This constructor runs after the server has begun to listen. If the server could not listen, the temporary file may belong to another
    // running server.
    this.#run(removeLeftover(path).catch(() => {}))
    if (snapshot) core.restore(snapshot)
    this.#unsubscribe = core.subscribe((isStored) => isStored && this.#changed())
    if (!snapshot) this.#changed()
  }

  /** Saves all unsaved changes, and stops the automatic saving. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    this.#planned?.()
    await this.#running
    if (this.#isDirty || this.#hasFailed) await this.#save()
  }

  #changed(): void {
    this.#isDirty = true
    this.#plan()
  }

  #plan(): void {
    if (!this.#isDirty || this.#isClosed || this.#running) return
    this.#planned ??= setTimer(this.#hasFailed ? retryDelay : saveDelay, () => {
      this.#planned = undefined
      this.#run(this.#save())
    })
  }

  #run(work: Promise<void>): void {
    this.#running = work.finally(() => {
      this.#running = undefined
      this.#plan()
    })
  }

  async #save(): Promise<void> {
    this.#isDirty = false
    try {
      await replaceFile(this.#path, this.#core.snapshot().chunks())
      this.#hasFailed = false
    } catch (error) {
      // Reports only the first of several failures in a row. Always reports a failure on close, because the changes are then lost.
      if (this.#isClosed || !this.#hasFailed) this.#onError(saveError(this.#path, error))
      this.#hasFailed = true
      // An error with a code comes from the system, and a retry may succeed. Without a code, the state is too long, and a retry before the
      // next change would fail again.
      if (codeOf(error) !== undefined) this.#isDirty = true
    }
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function saveError(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const failure = new Error(`The state cannot be saved to ${path}: ${reason}`, { cause: error })
  return Object.assign(failure, { code: codeOf(error) })
}
