import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'

const folder = `${root}dist/explorer/`
const textOf = (name: string) => readFileSync(folder + name, 'utf8')

test('the explorer is smaller than 60 KB, gzipped', () => {
  const sizes = readdirSync(folder).map((name) => gzipSync(textOf(name)).length)
  expect(sizes).toHaveLength(3)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000)
})

test('the HTML of the explorer has no inline script or style, and its script contains no field name of the service', () => {
  expect(textOf('index.html')).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/i)
  expect(textOf('explorer.js')).not.toMatch(/event_instructions|guestsCanInviteOthers/)
})
