import { readFileSync } from 'node:fs'
import { isErrorWithCode, Problem } from '../problem.ts'

/** The API key, from the file where one is named, or else from the environment. No message holds any of it. */
export function keyFrom(file: string | undefined): string {
  const key = file === undefined ? process.env.EVENTS_API_KEY : contentOf(file)
  if (key) return key
  if (file !== undefined) throw new Problem(2, `--key-file: ${file} is empty`)
  throw new Problem(2, 'there is no API key: set EVENTS_API_KEY, or name a file that holds it with --key-file')
}

/** Editors end files with a line break. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = isErrorWithCode(error, 'ENOENT') ? 'is not there' : 'cannot be read'
    throw new Problem(2, `--key-file: ${file} ${why}`, { cause: error })
  }
}
