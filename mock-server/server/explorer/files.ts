import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Answer } from '../../http/answer.ts'
import { Problem } from '../problem.ts'
import { pageHeaders } from './policy.ts'

interface ExplorerFile {
  readonly name: string
  readonly type: string
}

/** What there is below `/_mock/ui`. */
const files: Readonly<Record<string, ExplorerFile>> = {
  '': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/explorer.js': { name: 'explorer.js', type: 'text/javascript; charset=utf-8' },
  '/explorer.css': { name: 'explorer.css', type: 'text/css; charset=utf-8' },
}

/** Answers with a file of the explorer. Read each time: it is asked for seldom, and takes no memory while nobody does. */
export function explorerFile(method: string, path: string): Answer {
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (!file) throw new Problem(404, 'unknown', 'The explorer has no such file')
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Problem(405, 'method', 'The explorer takes GET', { headers: { Allow: 'GET' } })
  }
  return { status: 200, headers: { 'Content-Type': file.type, ...pageHeaders }, body: textOf(file.name) }
}

/** The package's manifest says where they are, whether this file was built or not. */
function textOf(name: string): string {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#explorer/${name}`), 'utf8')
  } catch (cause) {
    throw Object.assign(new Problem(404, 'unknown', 'The explorer was not built: npm run build does'), { cause })
  }
}
