import { beforeAll, describe, expect, test } from 'vitest'
import { providePeers } from './install.ts'
import { readResults } from './results.ts'
import { chapters } from './situations/index.ts'
import { names } from './subjects.ts'
import { tryOut } from './try.ts'

const { cells } = readResults()

beforeAll(providePeers)

describe.concurrent('each client still does what the comparison says of it', () => {
  test.for(chapters.flatMap(({ situations }) => situations))('$row', async (situation, { expect }) => {
    const tried = await Promise.all(names.map(async (name) => [name, await tryOut(situation, name)] as const))
    expect(Object.fromEntries(tried)).toEqual(cells[situation.id])
  })
})

test('there are rows, each with a cell for each client', () => {
  expect(Object.keys(cells).length).toBeGreaterThan(20)
  for (const row of Object.values(cells)) expect(Object.keys(row)).toEqual(names)
})
