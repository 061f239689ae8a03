// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'

test('a mail merge on Node reads language, phone number, address and custom fields of each subscribed person without a check', async () => {
  await using at = await realAddress('--events', '0')
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key })
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
    const response = await fetch(`${at.url}/api/v2/${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok).toBe(true)
  }
  const email = (name: string, status = 'subscribed') => [{ address: `${name}@example.org`, status }]
  // Nothing is known of Ada but the e-mail address.
  await send('POST', `events/${picnic.id}/attendances`, { person: { email_addresses: email('ada') } })
  const bob = await admin.addPerson({ given_name: 'Bob', email_address: 'bob@example.org' })
  const zoe = await admin.addPerson({
    ...{ given_name: 'Zoë', family_name: 'O"Neil', email_address: 'zoe@example.org', phone_number: '+1 312 555 0142' },
    ...{ postal_code: '60601', custom_fields: { diet: 'vegan' } },
  })
  for (const person of [bob, zoe]) await admin.attend(picnic, person)
  await send('PUT', `people/${bob.id}`, { email_addresses: email('bob', 'unsubscribed') })

  const { code, stdout, stderr } = await at.run('node/members.mjs', ['diet'])
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n')
  expect(lines[0]).toBe('"name","email","phone","language","town","latitude","diet"')
  expect(lines).toContain('"","ada@example.org","","en","","",""')
  expect(lines).toContainEqual(
    expect.stringMatching(/^"Zoë O""Neil","zoe@example.org","13125550142","en","Chicago","41\.\d+","vegan"$/),
  )
  expect(stdout).not.toContain('bob@')
})
