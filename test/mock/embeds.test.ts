import { expect, test } from 'vitest'
import { callerOf, hrefOf, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

const kinds = ['standard', 'full'].flatMap((size) =>
  ['default', 'layout_only', 'no'].map((styles) => `embed_${size}_${styles}_styles`),
)

const hostile = '<img src=x onerror=alert(1)><script src="https://evil.example/x.js"></script> & "friends"'

for (const version of versions) {
  test(`GET of the embed of an event or a campaign returns six texts of HTML and the links self and curies (${version})`, async () => {
    const { service, key, send } = worldOf(version)
    const campaign = service.addCampaign({ title: 'Spring', description: '<p>Every river.</p>', key })
    const event = service.addEvent({ title: 'Walk', description: '<p>Bring gloves.</p>' }, { key })
    for (const [path, title, text, page] of [
      [`events/${event.id}`, 'Walk', 'Bring gloves.', `${service.baseUrl}/events/${event.id}`],
      [`event_campaigns/${campaign.id}`, 'Spring', 'Every river.', `${service.baseUrl}/event_campaigns/${campaign.id}`],
    ] as const) {
      const { body: resource } = await send('GET', `/${path}`)
      const { status, body } = await send('GET', hrefOf(resource, 'platform:embed') ?? '')
      const { _links: links, ...texts } = body
      expect([status, Object.keys(texts)]).toEqual([200, kinds])
      expect(Object.keys(links)).toEqual(['self', 'curies'])
      expect(hrefOf(body, 'self')).toBe(`${service.baseUrl}/api/${version}/${path}/embed`)
      for (const kind of kinds) {
        const html = String(texts[kind])
        expect(html).toContain(`<a href="${page}">${title}</a>`)
        expect(html.includes(text), kind).toBe(kind.includes('full'))
        expect([html.includes('<style>'), html.includes('color:')], kind).toEqual([
          !kind.includes('_no_'),
          kind.includes('default'),
        ])
      }
      expect(new Set(Object.values(texts)).size).toBe(6)
    }
  })

  test(`an embed code has no script, no address of another host, and no markup from its event (${version})`, async () => {
    const { service, key, send } = worldOf(version)
    const { id } = service.addEvent({ title: hostile, description: hostile }, { key })
    const { body } = await send('GET', `/events/${id}/embed`)
    for (const kind of kinds) {
      const html = String(body[kind])
      expect(html.match(/<(?!\/)[a-z0-9]+/g)?.toSorted()).toEqual(
        [
          '<div',
          '<h2',
          '<a',
          ...(kind.includes('full') ? ['<p'] : []),
          ...(kind.includes('_no_') ? [] : ['<style']),
        ].toSorted(),
      )
      for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g))
        expect(address.startsWith(`${service.baseUrl}/`), address).toBe(true)
    }
  })

  test(`GET of the embed of another owner's event or campaign answers 404 (${version})`, async () => {
    const { service, key, individualKey } = worldOf(version)
    const campaign = service.addCampaign({ title: 'Spring', key })
    const event = service.addEvent({ title: 'Walk' }, { key })
    for (const path of [`/events/${event.id}/embed`, `/event_campaigns/${campaign.id}/embed`])
      expect((await callerOf(service, individualKey, version).send('GET', path)).status).toBe(404)
  })
}

test('the embed code of an API-created event links to the browser_url that the POST sent', async () => {
  const { create, send } = worldOf('v2')
  const plain = await create()
  const linked = await create({ browser_url: 'https://calendar.example.org/?a=1&b="2' })
  const html = async (event: typeof plain) =>
    String((await send('GET', hrefOf(event, 'platform:embed') ?? '')).body.embed_full_no_styles)
  expect(await html(plain)).not.toContain('<a')
  expect(await html(linked)).toContain('<a href="https://calendar.example.org/?a=1&amp;b=&quot;2">')
})
