import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sections that repeat what the pages of other classes say. */
const noise = /^#{2,6} (?:Inherited from|Overrides)\n+(?:```ts\n[\s\S]*?^```|.+)\n+/gm

/**
 * What typedoc cannot do by itself: it leaves repetitions out, lets signatures break between words, and writes the first page.
 *
 * @param {string} folder of the reference
 * @param {Readonly<Record<string, string>>} purposes of the modules, in their order
 */
export function polishReference(folder, purposes) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(noise, '')
    writeFileSync(join(folder, name), `---\npageClass: wraps\n---\n\n${text}`)
  }
  const rows = Object.entries(purposes).map(([name, purpose]) => `| [\`${name}\`](./${name}/index.md) | ${purpose} |`)
  writeFileSync(
    join(folder, 'index.md'),
    `# Reference\n\nEach module under the name that programs import. Most programs need only the first.\n\n| module | what it has |\n|---|---|\n${rows.join('\n')}\n`,
  )
}
