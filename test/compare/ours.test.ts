import { describe, test, vi } from 'vitest'
import { readResults } from './results.ts'
import { chapters } from './situations/index.ts'
import { tryOut } from './try.ts'

// Each situation runs a program of its own.
vi.setConfig({ testTimeout: 60_000 })

const { cells } = readResults()

// The others are of fixed versions, and what they did is looked at by npm run compare alone: it takes them 150 MB and a quiet machine.
describe.concurrent('this client still does what the comparison says of it', () => {
  test.for(chapters.flatMap(({ situations }) => situations))('$row', async (situation, { expect }) => {
    expect(await tryOut(situation, 'osdi-events')).toEqual(cells[situation.id]?.['osdi-events'])
  })
})
