// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a newsletter in Python follows links until a page is empty, and reads texts, place and start of each event without a check', async (context) => {
  needs('python3', context)
  await using at = await realAddress('--events', '24')
  const { admin, key } = at
  await admin.addEvent({ title: 'Walk' }, { key })
  await admin.addEvent(
    {
      ...{ title: 'Picnic', name: 'for us', start_date: '2026-06-20T18:30:00' },
      ...{ description: '<p>Bread &amp;\nbutter</p>', instructions: 'Bring a dish.' },
      location: { venue: 'Band shell', locality: 'Chicago', postal_code: '60601' },
    },
    { key },
  )
  const { code, stdout, stderr } = await at.run('python/newsletter.py')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/^\S/gm)).toHaveLength(26)
  expect(stdout).toMatch(/^Walk\n {2}Fri 08 May, 12:00\n/m)
  expect(stdout).toMatch(
    /^Picnic \(for us\)\n {2}Sat 20 Jun, 18:30, Band shell, 60601 Chicago\n {2}Bread & butter\n {2}Bring a dish\.\n/m,
  )
})
