import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Cell, Situation } from './situation.ts'

const program = fileURLToPath(new URL('one.ts', import.meta.url))

/** No situation takes longer with any client, in milliseconds. */
const timeout = 240_000

/** Tries a situation with a client, in a process of its own; where the client ends the process, that is what is seen. */
export function tryOut({ id }: Situation, name: string): Promise<Cell> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, id, name], { timeout }, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
      // Thrown outside of any promise: the trace begins with the file of a package, not of these experiments.
      const [, thrower] = /^(?:file:\/\/)?\/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*:\d+$/m.exec(stderr) ?? []
      const [, thrown] = /^(\w*Error)\b/m.exec(stderr) ?? []
      if (error.killed || !thrower || !thrown) return reject(new Error(`${name}, ${id}: ${stderr}`, { cause: error }))
      return resolve({
        brief: '**process ends**',
        seen: `**the process ends**: \`${thrown}\`, not caught, in \`${thrower}\``,
      })
    })
  })
}
