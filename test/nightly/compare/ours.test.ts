import { expect, test } from 'vitest'
import { readResults } from './page.ts'
import { situations } from './situations/index.ts'
import { tryOut } from './subjects.ts'

const { cells } = readResults()

// The others are of fixed versions, and what they did is looked at by npm run compare alone: it takes them 150 MB.
test.for(situations)('this client behaves as the comparison says: $row', async ({ id }) => {
  expect(await tryOut(id, 'osdi-events')).toEqual(cells[id]?.['osdi-events'])
})
