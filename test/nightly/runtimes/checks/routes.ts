import { but, callsOf, check, equal, event, failureOf, json, page, redirect } from './check.ts'

const statuses = [301, 302, 303, 307, 308]

export const redirects = [
  check('a redirect to another origin takes neither key nor request there', async (world, subject) => {
    for (const status of statuses) {
      const foreign = await world.elsewhere(event(subject.version))
      const home = await world.script(redirect(status, `${foreign.baseUrl}/api/${subject.version}/events/e1`))
      const calls = Object.values(callsOf(subject.open(home.baseUrl), subject, home.baseUrl))
      for (const call of calls) await failureOf(call, 'link')
      equal((await foreign.seen()).requests, [], `what the other origin saw after ${status}`)
      equal((await home.seen()).requests.length, calls.length, 'requests of the calls')
    }
  }),

  check('a redirect to another path of the same origin is refused', async (world, { version, open }) => {
    const other = await world.script(json({}))
    const inside = `${other.baseUrl}/api/${version}/events/e1`
    for (const target of [inside, '../../../outside', `{base}/api/${version}/..%2f..%2foutside`, '//127.0.0.1:9/']) {
      const home = await world.script(redirect(302, target))
      await failureOf(() => open(home.baseUrl).get('e1'), 'link')
      equal((await home.seen()).requests.length, 1, 'requests')
    }
    equal((await other.seen()).requests, [], 'what the other path saw')
  }),

  but(
    { Chromium: 'refused' },
    check(
      'the client follows redirects of a GET under `baseUrl`, with the key',
      async (world, { version, open, header }) => {
        const home = await world.script(redirect(302, `{base}/api/${version}/events/e2`), event(version))
        const call = () => open(home.baseUrl).get('e1')
        // A page cannot see where to, so it goes nowhere.
        if (world.page) await failureOf(call, 'link')
        else await call()
        const { requests } = await home.seen()
        equal(requests.length, world.page ? 1 : 2, 'requests')
        for (const { headers } of requests) equal(headers[header], 'k3y-that-nobody-may-see', 'key of each request')
      },
    ),
  ),

  but(
    { Chromium: 'refused' },
    check('a POST follows only 307 and 308, with its body', async (world, { version, open, least }) => {
      for (const status of statuses) {
        const home = await world.script(redirect(status, `{base}/api/${version}/events/`), event(version))
        const call = () => open(home.baseUrl).create(least)
        const follows = status >= 307 && !world.page
        if (follows) await call()
        else await failureOf(call, 'link')
        const seen = (await home.seen()).requests.map(({ method, body }) => [method, body])
        const sent = ['POST', JSON.stringify(least)]
        equal(seen, follows ? [sent, sent] : [sent], `requests after ${status}`)
      }
    }),
  ),
]

export const links = [
  check('a link to another origin is refused before anything is sent', async (world, { version, open }) => {
    const foreign = await world.elsewhere(event(version))
    const home = await world.script(json({}))
    const path = new URL(home.baseUrl).pathname
    const to = `${foreign.baseUrl}/api/${version}/events/e1`
    for (const link of [to, to.replace(/^http:/, ''), to.replace('://', '://user@'), `http://localhost${path}`]) {
      await failureOf(() => open(home.baseUrl).follow(link), 'link')
      await failureOf(() => open(home.baseUrl).follow({ href: link }), 'link')
    }
    equal([(await home.seen()).requests, (await foreign.seen()).requests], [[], []], 'what the servers saw')
  }),

  check('a next to another origin ends the walk in an error', async (world, { version, open }) => {
    const foreign = await world.elsewhere(page(version))
    const home = await world.script(page(version, `${foreign.baseUrl}/api/${version}/events?page=2`))
    let events = 0
    await failureOf(async () => {
      for await (const _ of open(home.baseUrl).list()) events += 1
    }, 'link')
    equal(events, 1, 'events before the error')
    equal((await foreign.seen()).requests, [], 'what the other origin saw')
  }),
]
