import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installBeside } from '../../support/packed.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const exec = promisify(execFile)

/** Installs what this suite is tried with, where it is missing. */
export const installOutside = (): void => installBeside(folder)

/** A path in this suite's folder. */
export const inSuite = (path: string): string => join(folder, path)

/** A path in the folder of this suite's own packages. */
export const outside = (path: string): string => join(folder, 'node_modules', path)

/** What a program of this Node printed, on both streams, and whether it ended well. */
export async function outputOf(cwd: string, ...args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  try {
    const { stdout, stderr } = await exec(process.execPath, args, { cwd, maxBuffer: 2 ** 26 })
    return { ok: true, text: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { ok: false, text: stdout + stderr || String(error) }
  }
}
