import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './alias.ts'

/** A command that the beginning of an example tells its reader to run. */
export interface ExampleCommand {
  /** Variables that are set in front of it. */
  readonly env: Readonly<Record<string, string>>
  /** What follows `--`. */
  readonly words: readonly string[]
}

const mocks = { mock: '', 'mock --preset action-network': ' --preset action-network' } as const

/** The mocks that an example has to run against. */
export type MockName = keyof typeof mocks
export const mockNames = Object.keys(mocks) as readonly MockName[]

/** The command of an example's first comment for one of the mocks. */
export function commandOf(path: string, mock: MockName): ExampleCommand {
  const [comment = ''] = readFileSync(join(root, 'examples', path), 'utf8').split(/\n(?=import |set |BASE =)/)
  const command =
    /(?<variables>(?:\w+=\S+ )*)npx osdi-events mock(?<flags>(?: --(?!preset)\S+ \S+)*)(?<preset> --preset \S+)? -- (?<words>[^`\n]+)/g
  const found = [...comment.matchAll(command)].find(({ groups }) => (groups?.preset ?? '') === mocks[mock])?.groups
  if (!found) throw new Error(`${path} does not say how it is run with ${mock}`)
  const variables = (found.variables ?? '').split(' ').filter(Boolean)
  return {
    env: Object.fromEntries(variables.map((variable) => variable.split('=') as [string, string])),
    words: (found.words ?? '').trim().split(' '),
  }
}
