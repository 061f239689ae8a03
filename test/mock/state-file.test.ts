import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceFile } from '../../mock-server/server/state/replace.ts'
import { temporaryFolder } from '../support/folder.ts'

test('a state that could not be read again is not saved, and the file stays as it was', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('state.json')
  writeFileSync(file, 'old')
  await expect(replaceFile(file, ['{"a":', '"long"}'], 11)).rejects.toThrow('longer than a text can be')
  expect(readFileSync(file, 'utf8')).toBe('old')
  await replaceFile(file, ['{"a":', '"long"}'], 12)
  expect(readFileSync(file, 'utf8')).toBe('{"a":"long"}')
  expect(readdirSync(folder.path)).toEqual(['state.json'])
})

test('a piece that cannot be made leaves the file as it was, and nothing beside it', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('state.json')
  writeFileSync(file, 'old')
  function* pieces() {
    yield '{'
    throw new Error('no more')
  }
  await expect(replaceFile(file, pieces())).rejects.toThrow('no more')
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder.path)).toEqual(['state.json'])
})

test('other work gets its turn while a long state is saved', async () => {
  await using folder = await temporaryFolder()
  let turns = 0
  let saving = true
  const turn = () => {
    turns += 1
    if (saving) setImmediate(turn)
  }
  setImmediate(turn)
  await replaceFile(
    folder.file('state.json'),
    Array.from({ length: 200 }, () => 'x'.repeat(64 * 1024)),
  )
  saving = false
  expect(turns).toBeGreaterThan(20)
})
