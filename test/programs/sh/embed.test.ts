// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a website built with curl shows the embed of each upcoming public event, and nothing of another host', async (context) => {
  needs('sh', context)
  await using at = await realAddress('--events', '0', '--per-page', '2')
  const { admin, key } = at
  const add = (title: string, start_date: string, more = {}) => admin.addEvent({ title, start_date, ...more }, { key })
  const walk = await add('Walk <slowly> & talk', '2026-06-20T09:30:00')
  await add('Long ago', '2026-04-30T12:00:00')
  await add('For members', '2026-05-02T12:00:00', { visibility: 'private' })
  await add('Secret', '2026-05-02T12:00:00', { hidden: true })
  const picnic = await add('Picnic', '2026-05-02T12:00:00')
  await admin.cancelEvent(await add('Rained off', '2026-05-03T12:00:00'))

  const { code, stdout, stderr } = await at.run('sh/embed.sh', [], { TODAY: '2026-05-01' })
  expect([code, stderr]).toEqual([0, ''])
  const sections = stdout.split('<section>').slice(1)
  expect(sections).toHaveLength(2)
  for (const [section, when, title, id] of [
    [sections[0], '2026-05-02T12:00', 'Picnic', picnic.id],
    [sections[1], '2026-06-20T09:30', 'Walk &lt;slowly&gt; &amp; talk', walk.id],
  ]) {
    expect(section).toContain(`<time>${when}</time> ${title}\n<link href='https://actionnetwork.org/css/`)
    expect(section).toContain(`<script src='https://actionnetwork.org/widgets/v5/event/${id}?`)
    expect(section).toContain(`<div id='can-event-area-${id}'`)
    expect(section).toContain(`<a href="https://actionnetwork.org/events/${id}">I will come</a></section>`)
  }
  for (const other of ['Long ago', 'For members', 'Secret', 'Rained off']) expect(stdout).not.toContain(other)
  expect(new Set(stdout.match(/https?:\/\/[^/"']+/g))).toEqual(new Set(['https://actionnetwork.org']))

  const refused = await at.run('sh/embed.sh', [], { AN_API_TOKEN: '', TODAY: '2026-05-01' })
  expect(refused).toMatchObject({ code: 22, stdout: '', stderr: expect.stringMatching(/^curl: .*403/) })
})
