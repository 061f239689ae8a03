import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { mock, type Served, struck } from '../support/cli.ts'
import { cliService } from './cli-service.ts'

// Each test starts programs of its own. On Windows there is no other signal than the one that kills.
const onPosix = test.runIf(process.platform !== 'win32')

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
const signals = ['SIGINT', 'SIGTERM'] as const

/** A request whose body never comes, so that its answer stays owed. */
async function unfinished({ url, keys }: Served): Promise<Disposable> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.once('error', () => {})
  const asked = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    `POST /api/v2/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOSDI-API-Token: ${keys.group}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  // The server has read the head and waits for the rest.
  expect(String(await asked)).toContain('100 Continue')
  return { [Symbol.dispose]: () => socket.destroy() }
}

onPosix.for(signals)(
  '%s closes the service with exit code 0, and ends a request that a fault keeps waiting',
  async (signal) => {
    await using cli = await cliService()
    const { service } = cli
    await cli.fault({ effect: { kind: 'no-answer' } })
    const waiting = fetch(`${service.url}/api/v2/events`, { headers: { 'OSDI-API-Token': service.keys.group } })
    const refused = expect(waiting).rejects.toThrow('fetch failed')
    await struck(service)
    service.kill(signal)
    await refused
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    await expect(fetch(service.url)).rejects.toThrow('fetch failed')
  },
)

onPosix.for(signals)('a second %s ends it at once, with the exit code of the signal', async (signal) => {
  await using service = await mock()
  using _ = await unfinished(service)
  service.kill(signal)
  await service.until('stderr', /a second signal ends it at once/)
  service.kill(signal)
  expect(await service.ended).toMatchObject({ code: exitCodes[signal], signal: null })
})

onPosix.for(signals)(
  '%s ends a create that waits for its standard input, and says nothing of a write',
  async (signal) => {
    await using cli = await cliService('--events', '1')
    await using running = cli.start(['create'])
    // So much leaves only when somebody reads it.
    const start = `{"title":"${'x'.repeat(4_000_000)}`
    await new Promise((resolve) => running.process.stdin?.write(start, resolve))
    running.kill(signal)
    expect(await running.ended).toMatchObject({ code: exitCodes[signal], stdout: '', stderr: '' })
  },
)
