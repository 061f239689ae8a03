import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { count, type Row } from '../support/table.ts'

const folder = fileURLToPath(new URL('../../../../dist/explorer', import.meta.url))

/** What a browser would be sent of the explorer, gzipped. */
export async function size(): Promise<readonly Row[]> {
  const sizes = readdirSync(folder).map((name) => [name, gzipSync(readFileSync(`${folder}/${name}`)).length] as const)
  const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  const each = sizes.map(([name, bytes]) => `${name} ${count(bytes)}`).join(', ')
  return [
    {
      what: `bytes of the explorer, gzipped: ${each}`,
      ours: count(all),
      theirs: '',
      target: '< 60,000',
      reached: all < 60_000,
    },
  ]
}
