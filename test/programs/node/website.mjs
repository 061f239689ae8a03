// The website of a movement: a dashboard of its event campaigns, and a page for each with embeds and a form.
//
//     AN_API_TOKEN=… PORT=8000 node website.mjs
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const api = 'https://actionnetwork.org/api/v2'

async function get(url) {
  const headers = { 'OSDI-API-Token': process.env.AN_API_TOKEN }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw Object.assign(new Error(`${url}: ${response.status}`), { status: response.status })
  return response.json()
}

async function all(url, relation) {
  const items = []
  for (let next = url; next; ) {
    const page = await get(next)
    items.push(...page._embedded[relation])
    next = page._links.next?.href
  }
  return items
}

const idOf = ({ identifiers }) => identifiers.find((one) => one.startsWith('action_network:')).split(':')[1]
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
const isShown = (event) => event.status === 'confirmed' && !event['action_network:hidden']

async function dashboard() {
  const campaigns = await all(`${api}/event_campaigns/`, 'action_network:event_campaigns')
  const rows = campaigns
    .filter((campaign) => !campaign['action_network:hidden'])
    .sort((one, other) => other.total_rsvps - one.total_rsvps)
    .map(
      (campaign) =>
        `<li><a href="/campaigns/${idOf(campaign)}">${escaped(campaign.title)}</a> ${campaign.total_events} events, ` +
        `${campaign.total_rsvps} RSVPs <a href="${escaped(campaign.host_url)}">Host one</a></li>`,
    )
  return `<ul>\n${rows.join('\n')}\n</ul>\n`
}

async function pageOf(id) {
  const campaign = await get(`${api}/event_campaigns/${id}`)
  const { embed_standard_no_styles } = await get(campaign._links['action_network:embed'].href)
  const events = (await all(campaign._links['osdi:events'].href, 'osdi:events')).filter(isShown)
  const parts = await Promise.all(
    events.map(async (event) => {
      const { embed_full_no_styles } = await get(event._links['action_network:embed'].href)
      const form = `<form method="post" action="/campaigns/${id}/events/${idOf(event)}"><input name="email"></form>`
      return `${embed_full_no_styles}\n${event.total_accepted} people come. ${form}`
    }),
  )
  return `${[embed_standard_no_styles, ...parts].join('\n')}\n`
}

/** A form has no key: the service answers {} whether it worked or not. */
async function signUp(event, form) {
  const person = { email_addresses: [{ address: form.get('email') }] }
  const body = JSON.stringify({
    person,
    'action_network:referrer_data': { source: 'widget', website: 'movement.example.org' },
  })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${api}/events/${event}/attendances/`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`sign-up: ${response.status}`)
}

const server = createServer(async (request, response) => {
  try {
    const [, , campaign, , event] = request.url.split('/')
    if (request.method === 'POST') {
      await signUp(event, new URLSearchParams(await text(request)))
      response.writeHead(303, { Location: `/campaigns/${campaign}` }).end()
    } else {
      const html = campaign ? await pageOf(campaign) : await dashboard()
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
    }
  } catch (error) {
    console.error(error.message)
    response.writeHead(error.status === 404 ? 404 : 503).end('Please try again later.')
  }
})
server.listen(process.env.PORT, '127.0.0.1', () => console.log(`website at port ${server.address().port}`))
