import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Cell, Situation, Subject } from './kit.ts'

/** The columns of the table, and the file of each. */
export const files: Readonly<Record<string, string>> = {
  'osdi-events': './ours.ts',
  octokit: './peers/octokit.ts',
  stripe: './peers/stripe.ts',
  ketting: './peers/ketting.ts',
  'osdi-client': './peers/osdi-client.ts',
}

export const names: readonly string[] = Object.keys(files)

/** Loads a column's client. The file is named only when it runs, for its package is not there when the project's types are checked. */
export async function subjectOf(name: string): Promise<Subject> {
  const { subject }: { readonly subject: Subject } = await import(files[name] ?? '')
  return subject
}

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
