import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './alias.ts'

/** The JavaScript fence of a guide that contains a text. This is the code that a reader copies. */
export function fenceWith(guide: string, text: string): string {
  const page = readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8')
  const fences = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const [fence, ...others] = fences.filter((code) => code.includes(text))
  if (fence === undefined || others.length > 0) throw new Error(`${guide}.md has not one fence with ${text}`)
  return fence
}
