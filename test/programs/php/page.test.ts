// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a website in PHP shows the embed of an event, and its form records an RSVP without a key', async (context) => {
  needs('php', context)
  await using at = await realAddress('--events', '0')
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Bread & butter', description: '<p>Bring a dish.</p>' }, { key })
  await admin.attend(picnic, 2)
  const page = (...args: string[]) => at.run('php/page.php', args)
  const embed =
    `<script src='https://actionnetwork.org/widgets/v5/event/${picnic.id}?format=js&source=widget&style=full'></script>` +
    `<div id='can-event-area-${picnic.id}' style='width: 100%'></div>`
  const form = '<input name="given_name"><input name="email" type="email"><button>I will come</button></form>'
  const pageWith = (count: number) => `${embed}
<form method="post"><p>${count} people come to Bread &amp; butter.</p>
${form}
`
  expect(await page(picnic.id)).toMatchObject({ code: 0, stdout: pageWith(2), stderr: '' })

  expect(await page(picnic.id, 'given_name=Zoë', 'email=zoe@example.org')).toMatchObject({ stdout: 'Thank you!\n' })
  expect(await admin.people({ email_address: 'zoe@example.org', event: picnic.id })).toMatchObject({
    total: 1,
    people: [{ given_name: 'Zoë' }],
  })
  expect(await admin.outbox()).toMatchObject([{}, {}, { kind: 'autoresponse', to: 'zoe@example.org' }])
  expect((await page(picnic.id)).stdout).toBe(pageWith(3))
  expect(await page('no-such-event')).toMatchObject({ code: 1, stdout: 'This event does not exist.\n' })
})
