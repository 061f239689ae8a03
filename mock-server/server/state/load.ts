import { access, constants, readFile, readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { MockServiceError } from '../../errors.ts'
import { decodeBody } from '../../http/incoming.ts'

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
