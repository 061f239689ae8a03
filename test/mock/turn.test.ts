import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { atTurnsEnd } from '../../mock-server/server/turn.ts'

/** Those of vitest, which takes what nobody catches for a failure of the test. */
const listeners = process.listeners('uncaughtException')

afterEach(() => {
  process.removeAllListeners('uncaughtException')
  for (const listener of listeners) process.on('uncaughtException', listener)
})

test('answers of one turn go out after all that came in, in the order in which they were ready', async () => {
  const done: number[] = []
  for (const number of [1, 2, 3]) atTurnsEnd(() => done.push(number))
  expect(done).toEqual([])
  await nextTurn()
  expect(done).toEqual([1, 2, 3])
})

test('what becomes ready while they go out goes out in the next turn', async () => {
  const done: string[] = []
  atTurnsEnd(() => {
    atTurnsEnd(() => done.push('later'))
    done.push('first')
  })
  await nextTurn()
  expect(done).toEqual(['first'])
  await nextTurn()
  expect(done).toEqual(['first', 'later'])
})

test('one that fails does not take the others with it', async () => {
  process.removeAllListeners('uncaughtException')
  const thrown: unknown[] = []
  process.on('uncaughtException', (error) => thrown.push(error))
  const done: string[] = []
  const failure = new Error('no socket')
  atTurnsEnd(() => done.push('before'))
  atTurnsEnd(() => {
    throw failure
  })
  atTurnsEnd(() => done.push('after'))
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  expect(done).toEqual(['before', 'after'])
  expect(thrown).toEqual([failure])
})
