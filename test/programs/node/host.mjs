// Adds events to an event campaign, tells people where they take place, and prints whom to ask.
//
//     AN_API_TOKEN=… node host.mjs 'Title of the campaign' 'Instructions' 'Title of an event' …
const api = 'https://actionnetwork.org/api/v2'
const [title, instructions, ...titles] = process.argv.slice(2)

async function send(method, url, body) {
  const headers = { 'OSDI-API-Token': process.env.AN_API_TOKEN, 'Content-Type': 'application/json' }
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
const idOf = ({ identifiers }) => identifiers.find((one) => one.startsWith('action_network:')).split(':')[1]

const campaigns = await send('GET', `${api}/event_campaigns`)
const campaign = campaigns._embedded['action_network:event_campaigns'].find((one) => one.title === title)
const list = `${api}/event_campaigns/${idOf(campaign)}/events`
for (const title of titles) await send('POST', list, { title })

const events = await send('GET', list)
for (const { identifiers, _embedded } of events._embedded['osdi:events']) {
  const address = `${list}/${idOf({ identifiers })}`
  await send('PUT', address, { instructions })
  const event = await send('GET', address)
  const { given_name, email_addresses } = _embedded['osdi:organizer']
  console.log(`${event.title}: ${event.instructions} Ask ${given_name}, ${email_addresses[0].address}`)
}
