import { expect, test } from 'vitest'
import { inTurns } from '../../mock-server/server/in-turns.ts'
import type { Steps } from '../../mock-server/steps.ts'

/** Work of so many steps that take a millisecond each, in turns that are noted with the steps that each has done. */
function worked(steps: number, { dies = Number.POSITIVE_INFINITY } = {}) {
  const gone = new AbortController()
  const turns: number[] = []
  let time = 0
  function* work(): Steps<string> {
    for (let step = 1; step < steps; step += 1) {
      time += 1
      turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1
      yield
    }
    time += 1
    return 'done'
  }
  const nextTurn = async () => {
    if (turns.length === dies) gone.abort(new Error('gone'))
    turns.push(0)
  }
  return { turns, result: inTurns(work(), gone.signal, { now: () => time, nextTurn }) }
}

test('work is done in turns of less than 20 ms, each of which is full but the last', async () => {
  const { turns, result } = worked(100)
  expect(await result).toBe('done')
  expect(turns.slice(0, -1)).toEqual(turns.slice(0, -1).fill(5))
  expect(turns).toHaveLength(20)
})

test('work that is done in a moment takes one turn', async () => {
  const { turns, result } = worked(1)
  expect(await result).toBe('done')
  expect(turns).toEqual([0])
})

test('nothing is done once whoever asked for it has gone', async () => {
  const { turns, result } = worked(100, { dies: 3 })
  await expect(result).rejects.toThrow('gone')
  expect(turns).toEqual([5, 5, 5, 0])
})

test('several at work take turns, and no more of one than a single one takes', async () => {
  const done: string[] = []
  function* work(name: string): Steps<void> {
    for (let step = 0; step < 3; step += 1) {
      done.push(name)
      // Longer than a turn, whatever the machine.
      for (const end = performance.now() + 6; performance.now() < end; );
      yield
    }
  }
  const { signal } = new AbortController()
  await Promise.all([inTurns(work('a'), signal), inTurns(work('b'), signal)])
  expect(done).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
})
