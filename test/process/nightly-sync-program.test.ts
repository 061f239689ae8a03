import { watch } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runExample, servedService, startExample } from '../support/example.ts'
import { temporaryFolder } from '../support/folder.ts'

// Each test starts programs of its own.

const program = 'nightly-sync/main.ts'

const query = (file: string, sql: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).get()
  } finally {
    db.close()
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`the program of the nightly sync goes on after ${signal}, says what it did, and the next time that nothing has changed`, async () => {
    await using folder = await temporaryFolder()
    await using served = await servedService({ events: 60, perPage: 20 })
    const file = folder.file('events.db')
    // All but the first page are asked for side by side, and may come in any order.
    const others = served.service.faults.add({
      path: '/api/v2/events',
      nth: 2,
      times: 2,
      effect: { kind: 'no-answer' },
    })
    const { process, ended } = startExample(program, [file], served.env)
    await others.hit(2)
    const copied = () => query(file, 'select count(*) as events from events')?.events
    const changes = watch(folder.path)[Symbol.asyncIterator]()
    for (let change = changes.next(); copied() !== 20; change = changes.next()) await change
    await changes.return?.()
    process.kill(signal)
    expect(await ended).toMatchObject(
      signal === 'SIGKILL' ? { signal } : { code: 1, stderr: 'not finished; the next run goes on: SIGTERM\n' },
    )
    expect(await runExample(program, [file], served.env)).toMatchObject({
      code: 0,
      stdout: 'went on; 40 events: 40 new, 0 changed, 0 gone\n',
    })
    const again = { code: 0, signal: null, stdout: '60 events: 0 new, 0 changed, 0 gone\n', stderr: '' }
    expect(await runExample(program, [file], served.env)).toEqual(again)
  })
}

test('the program of the nightly sync fails where the key is refused, in one line without the key', async () => {
  await using folder = await temporaryFolder()
  await using served = await servedService()
  const env = { ...served.env, EVENTS_API_KEY: 'a-key-of-nobody' }
  const { code, stdout, stderr } = await runExample(program, [folder.file('events.db')], env)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^not finished; the next run goes on: GET \S+ answered 403: .+\n$/)
  expect(stderr).not.toContain('a-key-of-nobody')
})
