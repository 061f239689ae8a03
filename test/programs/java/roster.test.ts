// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a roster in Java finds its event by an identifier, and lists people with an e-mail address or a phone number', async (context) => {
  needs('java', context)
  await using at = await realAddress('--events', '3', '--per-page', '2')
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Picnic', identifiers: ['calendar:7'] }, { key })
  await admin.addEvent({ title: 'Walk', identifiers: ['calendar:8'] }, { key })
  const people = [
    { given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.org' },
    { given_name: 'Zoë', family_name: 'O"Neil, Jr.', email_address: 'zoe@example.org' },
    { given_name: '明', family_name: '李', email_address: 'ming@example.org' },
  ]
  for (const person of people) await admin.attend(picnic, await admin.addPerson(person))
  await fetch(`${at.url}/api/v2/events/${picnic.id}/attendances`, {
    method: 'POST',
    headers: { 'OSDI-API-Token': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ person: { given_name: 'Bob', phone_numbers: [{ number: '+1 312 555 0142' }] } }),
  })
  await admin.faults.add({ operation: 'people.get', times: 1, effect: { kind: 'rate-limit', retryAfter: 1 } })
  const { code, stdout, stderr } = await at.run('java/Roster.java', ['calendar:7'])
  // Java always says that it uses the variable that leads it to the mock.
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Picked up JAVA_TOOL_OPTIONS: .*\n$/)])
  expect(stdout).toBe(`name,email,phone,status
Ada Lovelace,ada@example.org,,accepted
"Zoë O""Neil, Jr.",zoe@example.org,,accepted
明 李,ming@example.org,,accepted
Bob,,13125550142,accepted
`)
})
