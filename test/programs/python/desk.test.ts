// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a desk in Python sends numbers as a spreadsheet has them, undoes a check-in, and unsubscribes people without their addresses', async (context) => {
  needs('requests', context)
  await using at = await realAddress('--events', '0')
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key })
  const row = (name: string, phone: number, came: boolean, news: boolean) => ({
    ...{ name, phone, came, news, email: `${name.toLowerCase()}@example.org`, zip: 60601, guests: 2, vegan: true },
  })
  const [ada, bob] = [13125550142, 13125550143]
  const rows = [row('Ada', ada, true, false), row('Bob', bob, true, true), row('Bob', bob, false, true)]
  const running = at.start('python/desk.py', [picnic.id])
  running.process.stdin?.end(rows.map((one) => JSON.stringify(one)).join('\n'))
  const { code, stdout, stderr } = await running.ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe('Ada attended\nBob attended\nBob accepted\n')

  const { people } = await admin.people({ event: picnic.id })
  const shown = await Promise.all(people.map(async ({ id }) => (await admin.preview(`/api/v2/people/${id}`)).body))
  const person = (name: string, phone: number, status: string) =>
    expect.objectContaining({
      given_name: name,
      email_addresses: [{ address: `${name.toLowerCase()}@example.org`, primary: true, status }],
      phone_numbers: [expect.objectContaining({ number: String(phone) })],
      postal_addresses: [expect.objectContaining({ postal_code: '60601', locality: 'Chicago' })],
      custom_fields: { guests: '2', vegan: 'true' },
    })
  expect(shown).toEqual([person('Ada', ada, 'unsubscribed'), person('Bob', bob, 'subscribed')])
  const { body } = await admin.preview(`/api/v2/events/${picnic.id}/attendances`)
  expect(body).toMatchObject({ _embedded: { 'osdi:attendances': [{ status: 'attended' }, { status: 'accepted' }] } })
})
