import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMockService } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Engine, engineOf } from '../../mock-server/engine.ts'
import { Stream } from '../../mock-server/server/stream/stream.ts'

/** The engine of a service, and a way to let whoever asks it for its rules fail. */
function failingEngine() {
  const service = createMockService()
  const engine = engineOf(service) as Engine
  const failing = { reason: undefined as Error | undefined }
  const faults = new Proxy(engine.faults, {
    get(of, name) {
      if (name === 'rules' && failing.reason) throw failing.reason
      return Reflect.get(of, name)
    },
  })
  return { service, failing, engine: Object.create(engine, { faults: { value: faults } }) as Engine }
}

/** A listener of a stream behind a socket, and what it heard. */
async function listening(stream: Stream, fail: (error: unknown) => void) {
  const server = createServer((_, response) => stream.open(response, undefined, fail))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent: false }, resolve))
  let text = ''
  answer.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  return { heard: () => text, ended: new Promise<string>((resolve) => answer.on('close', () => resolve(text))) }
}

const patiently = { timeout: 20_000 }

test('one who can be told no more hears no more, once, and neither the program nor others do', async () => {
  const [broken, good] = [failingEngine(), failingEngine()]
  const failures: unknown[] = []
  const streams = [new Stream(broken.engine), new Stream(good.engine)] as const
  const [one, other] = [
    await listening(streams[0], (error) => failures.push(error)),
    await listening(streams[1], (error) => failures.push(error)),
  ]
  await vi.waitUntil(() => [one, other].every(({ heard }) => heard().includes('clock')), patiently)
  broken.failing.reason = new Error('nothing can be told')
  for (const { service } of [broken, good]) service.faults.add({ effect: { kind: 'reset' } })
  expect(await one.ended).toContain('clock')
  await vi.waitUntil(() => other.heard().includes('fault-1'), patiently)
  streams[0].end()
  streams[1].end()
  await other.ended
  expect(failures).toEqual([broken.failing.reason])
})
