import { MockServiceError } from '../../errors.ts'
import type { MockService, MockState } from '../../types.ts'
import { stateOf } from '../pieces.ts'
import type { Site } from '../site.ts'
import { loadState } from './load.ts'
import { removeLeftovers, replaceFile } from './replace.ts'
import { Saver } from './saver.ts'

/** A state file that follows its service. */
export interface KeptState {
  /** Follows the service no more; what is not saved yet is saved before. */
  close(): Promise<void>
  /** Follows the service no more, and leaves the file as it is. */
  abandon(): void
}

/** Puts a service into the state of a file, where there is one, and from then on the state of the service into the file. */
export async function keepState(
  file: string,
  { service, engine }: Site,
  onError: (error: unknown) => void,
): Promise<KeptState> {
  const { path, document } = await loadState(file)
  if (document !== undefined) restore(service, path, document)
  await removeLeftovers(path).catch(() => {})
  const saver = new Saver({ save: () => replaceFile(path, stateOf(service).texts).catch(failed(path)), onError })
  const stop = engine.watch(() => saver.changed())
  if (document === undefined) saver.changed()
  return {
    close: () => {
      stop()
      return saver.close()
    },
    abandon: () => {
      stop()
      saver.abandon()
    },
  }
}

function restore(service: MockService, path: string, document: unknown): void {
  try {
    // It is checked as it is read.
    service.restore(document as MockState)
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
