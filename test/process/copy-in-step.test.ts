import { expect, test } from 'vitest'
import { runExample, servedService, startExample } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const program = 'copy-in-step/main.ts'

test('the copy-in-step example continues after a kill, prints its changes, and fails with one line', async () => {
  await using folder = await temporaryFolder()
  await using served = await servedService({ events: 60, perPage: 20 })
  const { faults } = served.service
  const args = [folder.file('events.db')]
  const stuck = faults.add({ operation: 'events.list', nth: 2, effect: { kind: 'no-answer' } })
  await using running = startExample(program, args, served.env)
  await stuck.hit(1)
  running.kill('SIGKILL')
  expect(await running.ended).toMatchObject({ signal: 'SIGKILL' })
  faults.clear()
  const first = { code: 0, signal: null, stdout: 'everything: 60 events written, 0 gone\n', stderr: '' }
  expect(await runExample(program, args, served.env)).toEqual(first)
  expect(await runExample(program, args, served.env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^changes: \d events written, 0 gone\n$/),
  })
  // A refused key waits for its owner, however often the program runs.
  for (const [status, help] of [
    [403, ''],
    [503, '; the next run repeats it'],
  ] as const) {
    faults.clear()
    faults.add({ effect: { kind: 'status', status } })
    const refused = await runExample(program, args, served.env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(new RegExp(`^nothing was written${help}: GET \\S+ answered ${status}: .+\\n$`))
  }
})
