// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('requests of curl with a form body, doubled slashes, an empty filter or a question mark too many get what they ask for', async (context) => {
  needs('sh', context)
  await using at = await realAddress('--events', '40')
  const { admin, key } = at
  const ada = await admin.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  await admin.attend(await admin.addEvent({ title: 'Picnic' }, { key }), ada)
  await admin.clock.advance('P60D')
  await admin.attend(await admin.addEvent({ title: 'Walk' }, { key }), ada)
  const history = async (...args: string[]) => {
    const { code, stdout, stderr } = await at.run('sh/history.sh', args)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  expect(await history('ada@example.org')).toBe('42\nPicnic\nWalk\n')
  expect(await history('ada@example.org', '2026-06-01')).toBe('42\nWalk\n')
})
