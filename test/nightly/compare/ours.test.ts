import { describe, expect, test } from 'vitest'
import { readResults } from './page.ts'
import { chapters } from './situations/index.ts'
import { tryOut } from './subjects.ts'

const { cells } = readResults()

// The others are of fixed versions, and what they did is looked at by npm run compare alone: it takes them 150 MB.
describe('this client still does what the comparison says of it', () => {
  test.for(chapters.flatMap(({ situations }) => situations))('$row', async (situation) => {
    expect(await tryOut(situation, 'osdi-events')).toEqual(cells[situation.id]?.['osdi-events'])
  })
})
