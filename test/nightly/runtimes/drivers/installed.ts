import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installBeside } from '../../../support/installed-beside.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** A path in the folder of the runtimes' own packages. */
export const installedAt = (path: string): string => join(folder, 'node_modules', path)

/** Installs the runtimes, where they are missing. */
export const installRuntimes = (): void => installBeside(folder)
