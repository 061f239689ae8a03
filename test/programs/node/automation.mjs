// A node of an automation tool. It does one step of a workflow, and writes the items of the result as JSON.
//
//     AN_API_TOKEN=… node automation.mjs '{"resource":"event","operation":"getAll","returnAll":true}'

const api = 'https://actionnetwork.org/api/v2'

class ApiError extends Error {}

async function request(method, endpoint, { body, query = {} } = {}) {
  const url = new URL(`${api}${endpoint}`)
  url.search = new URLSearchParams(query)
  const response = await fetch(url, {
    method,
    headers: { 'OSDI-API-Token': process.env.AN_API_TOKEN, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = await response.json()
  if (!response.ok || 'error' in answer) throw new ApiError(`${response.status} ${answer.error}`)
  return answer
}

/** All items of a list, or the first ones. The number of the next page comes from the link. */
async function list(endpoint, relation, { returnAll = false, limit = 50, filter }) {
  const query = { per_page: 25, page: 1, ...(filter && { filter }) }
  const items = []
  for (;;) {
    const page = await request('GET', endpoint, { query })
    items.push(...page._embedded[relation])
    if (!returnAll && items.length >= limit) return items.slice(0, limit)
    const next = page._links.next?.href
    if (!next) return items
    query.page = new URL(next).searchParams.get('page')
  }
}

const linkTo = (id) => ({ 'osdi:person': { href: `${api}/people/${id}` } })
const listOf = (endpoint, relation) => (step) => list(endpoint(step), relation, step)

const operations = {
  event: {
    create: ({ originSystem, title, additionalFields = {} }) =>
      request('POST', '/events', { body: { origin_system: originSystem, title, ...additionalFields } }),
    get: ({ eventId }) => request('GET', `/events/${eventId}`),
    getAll: listOf(() => '/events', 'osdi:events'),
  },
  attendance: {
    create: ({ eventId, personId }) =>
      request('POST', `/events/${eventId}/attendances`, { body: { _links: linkTo(personId) } }),
    get: ({ eventId, attendanceId }) => request('GET', `/events/${eventId}/attendances/${attendanceId}`),
    getAll: listOf(({ eventId }) => `/events/${eventId}/attendances`, 'osdi:attendances'),
  },
  person: {
    create: ({ emailAddress, additionalFields = {}, tags }) =>
      request('POST', '/people', {
        body: {
          person: { email_addresses: [{ address: emailAddress, primary: true }], ...additionalFields },
          ...(tags && { add_tags: tags }),
        },
      }),
    update: ({ personId, updateFields }) => request('PUT', `/people/${personId}`, { body: updateFields }),
    getAll: listOf(() => '/people', 'osdi:people'),
  },
}

/** An item in the tool's shape: its own id first, no links. */
function simplify({ _links, identifiers = [], ...fields }) {
  const own = identifiers.find((one) => one.startsWith('action_network:'))
  return { id: own?.split(':')[1], ...fields }
}

const step = JSON.parse(process.argv[2])
try {
  const result = await operations[step.resource][step.operation](step)
  const items = [result].flat().map((item) => ({ json: step.simple ? simplify(item) : item }))
  console.log(JSON.stringify(items))
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  if (!step.continueOnFail) process.exitCode = 1
  console.log(JSON.stringify([{ json: { error: error.message } }]))
}
