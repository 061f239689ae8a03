import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { inSuite, installOutside, outputOf } from './installed.ts'

installOutside()

/** Texts that are in a bundle where this part of the package is, whatever its names became. */
const marks = {
  'version 1': 'osdi:question_answers',
  'version 2': 'osdi:record_attendance_helper',
  'the mock': 'MockServiceError',
  'the command line': 'EVENTS_API_KEY',
}

interface Program {
  readonly code: string
  readonly prints: string
  readonly parts: readonly string[]
  /** Bytes of the bundle, gzipped. */
  readonly most?: number
}

/** What a program imports, what it prints, and the parts that it needs. */
const programs: Readonly<Record<string, Program>> = {
  'one version of the main entry point': {
    code: `
      import { EventsV1, EventsV2 } from 'osdi-events'
      import { createMockService } from 'osdi-events/mock'
      const fetch = async () => Response.json({ _links: {}, _embedded: {}, total_records: 0 })
      const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', fetch })
      events.list().toArray({ max: 9 }).then(({ items, more }) => console.log(items.length, more))`,
    prints: '0 false',
    parts: ['version 2'],
  },
  'one version alone': {
    code: `
      import { EventsV1, isEventsError } from 'osdi-events/v1'
      const fetch = async () => Response.json({ error: 'No such event' }, { status: 404 })
      const events = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key', fetch })
      events.get('1').catch((error) => console.log(isEventsError(error), error.name, error.status))`,
    prints: 'true HttpError 404',
    parts: ['version 1'],
  },
  'a helper alone': {
    code: `
      import { isKnownStatus, wallClockOf } from 'osdi-events'
      console.log(isKnownStatus('confirmed'), wallClockOf({ start_date: '2026-05-01T18:00:00Z' }).start)`,
    prints: 'true 2026-05-01T18:00:00',
    parts: [],
    most: 3_000,
  },
  'both versions and the mock': {
    code: `
      import { EventsV1, EventsV2 } from 'osdi-events'
      import { createMockService } from 'osdi-events/mock'
      const service = createMockService({ events: 60 })
      const options = { baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch }
      const all = [EventsV1, EventsV2].map((Events) => new Events(options).list({ prefetch: 2 }).toArray({ max: 99 }))
      Promise.all(all).then((lists) => console.log(...lists.map(({ items }) => items.length)))`,
    prints: '60 60',
    parts: ['version 1', 'version 2', 'the mock'],
  },
}

let project: PackedProject

beforeAll(() => {
  project = installPacked()
  mkdirSync(join(project.folder, 'bundles'))
})

afterAll(() => project[Symbol.dispose]())

describe.for(['esbuild', 'vite', 'webpack'])('a bundle of %s', (bundler) => {
  for (const [name, { code, prints, parts, most = Infinity }] of Object.entries(programs)) {
    test(`of a program with ${name} builds without a warning, runs, and contains only imported code`, async () => {
      writeFileSync(join(project.folder, 'entry.js'), code)
      const bundle = join(project.folder, 'bundles', `${bundler}.js`)
      const built = await outputOf(inSuite('.'), inSuite('bundle.mjs'), bundler, project.folder, './entry.js', bundle)
      expect(built).toEqual({ ok: true, text: '' })
      expect(await outputOf(project.folder, bundle)).toEqual({ ok: true, text: `${prints}\n` })
      const text = readFileSync(bundle, 'utf8')
      const found = Object.entries(marks).filter(([, mark]) => text.includes(mark))
      expect(found.map(([part]) => part)).toEqual(parts)
      expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(most)
    })
  }
})
