import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/example.ts'

/** The folder of the example with what it needs, and its server behind a socket. */
async function startServer(env: Readonly<Record<string, string>>) {
  const installed = install('ky', 'zod', 'hono', '@hono/node-server')
  const { folder } = installed
  cpSync(join(root, 'examples/cached-route'), folder, { recursive: true })
  const program = start(process.execPath, ['server.ts'], { ...env, PORT: '0' }, folder)
  onTestFinished(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    installed[Symbol.dispose]()
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    program.process.stdout?.on('data', (text: string) => {
      printed += text
      if (printed.endsWith('\n')) resolve(printed.trim())
    })
    program.ended.then((end) => reject(new Error(JSON.stringify(end))))
  })
  return { ...program, url }
}

test('the server of the cached route answers visitors, without the key, stops asking for those who leave, and ends when it is told to', async () => {
  await using served = await servedService({ events: 60 })
  const rule = served.service.faults.add({ times: 1, effect: { kind: 'stall' } })
  const server = await startServer(served.env)
  const leaving = new AbortController()
  const asked = fetch(server.url, { signal: leaving.signal }).catch((error: unknown) => error)
  await rule.hit()
  leaving.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
  // Had the first request been waited for still, this one would wait for it too.
  const answer = await fetch(server.url)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(JSON.parse(text).events.length).toBeGreaterThan(40)
  expect(text).not.toContain(served.env.EVENTS_API_KEY)
  await (await fetch(server.url)).text()
  expect(served.service.requests).toHaveLength(4)
  server.process.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})
