import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a program with a service, and says how it ended. */
const run = (code: string): Promise<{ readonly code: unknown; readonly output: string }> =>
  new Promise((resolve) => {
    const program = `
      import { createMockService } from '${new URL('../../mock-server/index.ts', import.meta.url)}'
      const service = createMockService()
      const url = service.baseUrl + '/api/v2/events'
      ${code}`
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout + stderr })
    })
  })

test('a program that meets a fault that waits is kept until its own signal ends that, and no longer', async () => {
  const effects = ["{ kind: 'no-answer' }", "{ kind: 'stall' }", "{ kind: 'latency', ms: 3_600_000 }"]
  const endings = effects.map((effect) =>
    run(`
      service.faults.add({ effect: ${effect} })
      try {
        const answer = await service.fetch(url, { signal: AbortSignal.timeout(50) })
        await answer.text()
      } catch ({ name }) {
        console.log(name)
      }`),
  )
  expect(await Promise.all(endings)).toEqual(effects.map(() => ({ code: 0, output: 'TimeoutError\n' })))
})

test('a program does not wait for a stalled body that it never reads', async () => {
  const ended = await run(`
    service.faults.add({ effect: { kind: 'stall' } })
    const answer = await service.fetch(url)
    console.log(answer.status)`)
  expect(ended).toEqual({ code: 0, output: '403\n' })
})
