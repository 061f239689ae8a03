import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './alias.ts'

/** The fence of a guide that contains a text, JavaScript by default. This is the code that a reader copies. */
export function fenceWith(guide: string, text: string, language = 'js'): string {
  const page = readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8')
  const fences = [...page.matchAll(/^( *)```(\w+)(?: [^\n]*)?\n([\s\S]*?)^\1```$/gm)].flatMap(
    ([, indent, tag, code = '']) => (tag === language ? [code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] : []),
  )
  const [fence, ...others] = fences.filter((code) => code.includes(text))
  if (fence === undefined || others.length > 0) throw new Error(`${guide}.md has not one fence with ${text}`)
  return fence
}
