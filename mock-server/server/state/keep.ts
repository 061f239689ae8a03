import { MockServiceError } from '../../errors.ts'
import { Snapshot } from '../../snapshot.ts'
import type { MockService, MockSnapshot } from '../../types.ts'
import { stateOf } from '../pieces.ts'
import type { Site } from '../site.ts'
import { loadState } from './load.ts'
import { removeLeftovers, replaceFile } from './replace.ts'
import { Saver } from './saver.ts'

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
export async function openState(file: string, { service, engine }: Site): Promise<OpenedState> {
  const { path, document } = await loadState(file)
  const snapshot = document === undefined ? undefined : read(service, path, document)
  await removeLeftovers(path).catch(() => {})
  return {
    keep: (onError) => {
      if (snapshot) service.restore(snapshot)
      const saver = new Saver({ save: () => replaceFile(path, stateOf(service).texts).catch(failed(path)), onError })
      const stop = engine.watch(() => saver.changed())
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
    return new Snapshot(Snapshot.momentOf(document, service))
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
