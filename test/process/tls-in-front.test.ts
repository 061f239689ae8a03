import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { actionNetwork, createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { fenceWith } from '../support/guide.ts'

test('a program with the address https://actionnetwork.org runs unchanged against mock behind the TLS server of the guide', async () => {
  await using folder = await temporaryFolder()
  const { path: cwd } = folder
  execSync(fenceWith('mock-server', 'openssl req', 'sh'), { cwd, stdio: 'ignore' })
  writeFileSync(join(cwd, 'tls.mjs'), fenceWith('mock-server', 'createServer(certificate'))
  const service = createMockService({ ...actionNetwork, events: 30, assumptions: { rateLimit: 'off' } })
  await using server = await serve(service, { baseUrl: actionNetwork.baseUrl })
  const proxy = spawn(process.execPath, ['tls.mjs', '0', String(server.port)], { cwd })
  try {
    const [line] = (await once(proxy.stdout, 'data')) as [Buffer]
    const port = Number(/\d+/.exec(String(line))?.[0])
    const ca = readFileSync(join(cwd, 'cert.pem'))
    /** A request that trusts the certificate. In place of a line in `/etc/hosts`, it connects to this machine. */
    const send = (address: string, body?: object) =>
      new Promise<Record<string, never>>((resolve, reject) => {
        const { hostname, pathname, search } = new URL(address)
        const headers = {
          Host: hostname,
          'OSDI-API-Token': server.keys.group,
          ...(body && { 'Content-Type': 'application/json' }),
        }
        const at = { host: '127.0.0.1', port, servername: hostname, ca, path: pathname + search, agent: false }
        const sent = request({ ...at, headers, method: body ? 'POST' : 'GET' }, async (response) => {
          let text = ''
          for await (const chunk of response.setEncoding('utf8')) text += chunk
          resolve(JSON.parse(text))
        })
        sent.on('error', reject)
        sent.end(body && JSON.stringify(body))
      })
    const first = await send('https://actionnetwork.org/api/v2/events')
    expect(first).toMatchObject({
      _links: { next: { href: 'https://actionnetwork.org/api/v2/events?page=2' } },
    })
    expect(await send('https://actionnetwork.org/api/v2/events?page=2')).toMatchObject({ page: 2 })
    const person = service.addPerson({ email_address: 'ada@example.org' })
    const event = service.addEvent({ title: 'Picnic' })
    service.attend(event, person)
    const href = `https://actionnetwork.org/api/v2/people/${person.id}`
    const rsvp = { _links: { 'osdi:person': { href } } }
    expect(await send(`https://actionnetwork.org/api/v2/events/${event.id}/attendances`, rsvp)).toMatchObject({
      _links: { 'osdi:person': { href } },
    })
  } finally {
    proxy.kill()
  }
})
