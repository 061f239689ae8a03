// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'

/** A mock service, and requests to the website that shows its campaigns. */
async function website(...flags: readonly string[]) {
  const at = await realAddress(...flags)
  const running = at.start('node/website.mjs', [], { PORT: '0' })
  const [, port] = await running.until('stdout', /port (\d+)/)
  return {
    ...at,
    running,
    request: async (path: string, init?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
      return { status: response.status, text: await response.text(), to: response.headers.get('location') }
    },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]()
      await at[Symbol.asyncDispose]()
    },
  }
}

test('a dashboard on a website on Node ranks the campaigns of the mock by their RSVPs', async () => {
  await using at = await website('--events', '0', '--per-page', '2')
  const { admin, key } = at
  const quiet = await admin.addCampaign({ title: 'Libraries & books', key })
  const parks = await admin.addCampaign({ title: 'Parks', host_url: 'https://parks.example.org/host?a=1&b=2', key })
  await admin.addCampaign({ title: 'Secret', hidden: true, key })
  const picnic = await admin.addEvent({ title: 'Picnic', campaign: parks }, { key })
  await admin.attend(await admin.addEvent({ title: 'Walk', campaign: parks }, { key }), 2)
  await admin.attend(picnic, 3)
  expect((await at.request('/')).text).toBe(`<ul>
<li><a href="/campaigns/${parks.id}">Parks</a> 2 events, 5 RSVPs <a href="https://parks.example.org/host?a=1&#38;b=2">Host one</a></li>
<li><a href="/campaigns/${quiet.id}">Libraries &#38; books</a> 0 events, 0 RSVPs <a href="https://actionnetwork.org/event_campaigns/${quiet.id}/host">Host one</a></li>
</ul>
`)
})

/** An embed code without a style sheet. Its script fetches the form, so it contains no text of the event. */
const embedOf = (kind: string, id: string, size = '') =>
  `<script src='https://actionnetwork.org/widgets/v5/${kind}/${id}?format=js&source=widget${size}'></script>` +
  `<div id='can-${kind}-area-${id}' style='width: 100%'></div>`

test('a website on Node shows the embeds of a campaign and its events, and its form records an RSVP without a key', async () => {
  await using at = await website('--events', '0')
  const { admin, key } = at
  const campaign = await admin.addCampaign({ title: 'Parks', description: '<p>A park for everyone.</p>', key })
  const picnic = await admin.addEvent({ title: 'Picnic', description: '<p>Bring a dish.</p>', campaign }, { key })
  await admin.addEvent({ title: 'Secret', hidden: true, campaign }, { key })
  await admin.cancelEvent(await admin.addEvent({ title: 'Rained off', campaign }, { key }))
  const path = `/campaigns/${campaign.id}`
  const page = (count: number) => `${embedOf('event_campaign', campaign.id)}
${embedOf('event', picnic.id, '&style=full')}
${count} people come. <form method="post" action="${path}/events/${picnic.id}"><input name="email"></form>
`
  expect((await at.request(path)).text).toBe(page(0))

  const body = new URLSearchParams({ email: 'ada@example.org' })
  const sent = await at.request(`${path}/events/${picnic.id}`, { method: 'POST', body })
  expect(sent).toMatchObject({ status: 303, to: path })
  expect((await at.request(path)).text).toBe(page(1))
  expect(await admin.people({ event: picnic.id })).toMatchObject({
    total: 1,
    people: [{ email_address: 'ada@example.org' }],
  })
  expect((await admin.preview(`/api/v2/events/${picnic.id}/attendances`)).body).toMatchObject({
    _embedded: { 'osdi:attendances': [{ 'action_network:referrer_data': { source: 'widget' } }] },
  })
  const [request] = await admin.requests({ operation: 'attendances.record' })
  expect(Object.keys(request?.headers ?? {})).toContain('content-type')
  expect(Object.keys(request?.headers ?? {})).not.toContain('osdi-api-token')

  expect(await at.request('/campaigns/00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 })
  await admin.faults.add({
    operation: 'campaigns.get',
    effect: { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' },
  })
  expect(await at.request(path)).toMatchObject({ status: 503, text: 'Please try again later.' })
  expect(at.running.printed.stderr).toContain(`https://actionnetwork.org/api/v2/event_campaigns/${campaign.id}: 502\n`)
})
