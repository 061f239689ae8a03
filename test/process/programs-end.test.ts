import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { start } from '../support/cli.ts'

/** Runs a program with a service, from the sources. */
const run = (code: string) => {
  const program = `
    import { createMockService } from '${root}mock-server/index.ts'
    import { serve } from '${root}mock-server/standalone.ts'
    const service = createMockService()
    const url = service.baseUrl + '/api/v2/events'
    ${code}`
  return start(process.execPath, ['--input-type=module', '-e', program]).ended
}

const printed = (stdout: string) => ({ code: 0, signal: null, stdout, stderr: '' })

test.for(["{ kind: 'no-answer' }", "{ kind: 'stall' }", "{ kind: 'latency', ms: 3_600_000 }"])(
  'a program that meets %s is kept until its own signal ends that, and no longer',
  async (effect) => {
    const ended = await run(`
    service.faults.add({ effect: ${effect} })
    try {
      const answer = await service.fetch(url, { signal: AbortSignal.timeout(50) })
      await answer.text()
    } catch ({ name }) {
      console.log(name)
    }`)
    expect(ended).toEqual(printed('TimeoutError\n'))
  },
)

test('a program does not wait for a stalled body that it never reads', async () => {
  const ended = await run(`
    service.faults.add({ effect: { kind: 'stall' } })
    const answer = await service.fetch(url)
    console.log(answer.status)`)
  expect(ended).toEqual(printed('403\n'))
})

test('a program whose server is closed, with its sandboxes, ends by itself', async () => {
  const ended = await run(`
    const server = await serve(service, { signal: new AbortController().signal })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"events":2}' }
    const { status } = await fetch(server.url + '/_mock/sandboxes', init)
    await server.close()
    console.log(status)`)
  expect(ended).toEqual(printed('200\n'))
})
