import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { expect, onTestFinished, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/cli.ts'

test('the calendar server answers with a calendar, with 304 if it is unchanged, and also while the service is down', async () => {
  await using served = await servedService({ events: 60 })
  const example = join(root, 'examples/calendar-feed')
  const { dependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'))
  const others = Object.keys(dependencies).filter((name) => name !== 'osdi-events')
  const installed = install('ky', 'zod', ...others)
  cpSync(example, installed.folder, { recursive: true })
  const program = start(process.execPath, ['server.ts'], { ...served.env, PORT: '0' }, installed.folder)
  onTestFinished(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    installed[Symbol.dispose]()
  })
  const [, url = ''] = await program.until('stdout', /^(.+)\n/)
  const first = await fetch(url)
  const calendar = new ICAL.Component(ICAL.parse(await first.text()))
  expect(calendar.getAllSubcomponents('vevent').length).toBeGreaterThan(40)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await fetch(url, { headers })).status).toBe(304)
  served.service.faults.add({ effect: { kind: 'status', status: 400 } })
  expect((await fetch(url)).status).toBe(200)
})
