import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { outputOf } from './installed.ts'

let project: PackedProject
beforeAll(() => {
  project = installPacked('next@16', 'react@19', 'react-dom@19')
})
afterAll(() => {
  vi.unstubAllEnvs()
  project[Symbol.dispose]()
})

const layout = 'export default ({ children }) => <html><body>{children}</body></html>\n'
const page = `'use client'
import { isKnownStatus } from 'osdi-events'
export default () => <p>{String(isKnownStatus('confirmed'))}</p>
`

test('Turbopack puts a helper into a page without a schema: 3 KB at most, gzipped', async () => {
  const file = (path: string) => join(project.folder, path)
  vi.stubEnv('NEXT_TELEMETRY_DISABLED', '1')
  mkdirSync(file('app'))
  writeFileSync(file('app/layout.jsx'), layout)
  writeFileSync(file('app/page.jsx'), page)
  const { ok, text } = await outputOf(project.folder, file('node_modules/next/dist/bin/next'), 'build', '--turbopack')
  expect(ok, text).toBe(true)

  const chunks = readdirSync(file('.next/static'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(file(`.next/static/${name}`), 'utf8'))
  const own = chunks.filter((chunk) => chunk.includes('osdi-events.error'))
  expect(own).toHaveLength(1)
  expect(gzipSync(own.join(''), { level: 9 }).length).toBeLessThanOrEqual(3_000)
  expect(chunks.filter((chunk) => /_zod\b/.test(chunk))).toEqual([])
})
