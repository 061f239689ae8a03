import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './alias.ts'

/** A command from the comment at the beginning of an example. */
export interface ExampleCommand {
  /** Variables in front of the command. */
  readonly env: Readonly<Record<string, string>>
  /** The words after `--`. */
  readonly words: readonly string[]
}

const mocks = { mock: '', 'mock --preset action-network': ' --preset action-network' } as const

/** The mocks against which an example must run. */
export type MockName = keyof typeof mocks
export const mockNames = Object.keys(mocks) as readonly MockName[]

/** The command for one of the mocks, from the first comment of an example. */
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
