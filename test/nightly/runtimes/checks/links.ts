import { event, json, page } from './answers.ts'
import { equal, failureOf } from './assert.ts'
import { check } from './check.ts'
import { versions } from './clients.ts'

export const links = [
  check('a link to another origin is refused before anything is sent', async (world) => {
    for (const { version, open } of versions) {
      const foreign = await world.elsewhere(event(version))
      const home = await world.script(json({}))
      const path = new URL(home.baseUrl).pathname
      const to = `${foreign.baseUrl}/api/${version}/events/e1`
      for (const link of [to, to.replace(/^http:/, ''), to.replace('://', '://user@'), `http://localhost${path}`]) {
        await failureOf(() => open(home.baseUrl).follow(link), 'link')
        await failureOf(() => open(home.baseUrl).follow({ href: link }), 'link')
      }
      equal([(await home.seen()).requests, (await foreign.seen()).requests], [[], []], 'what the servers saw')
    }
  }),

  check('a next to another origin ends the walk in an error', async (world) => {
    for (const { version, open } of versions) {
      const foreign = await world.elsewhere(page(version))
      const home = await world.script(page(version, `${foreign.baseUrl}/api/${version}/events?page=2`))
      let events = 0
      await failureOf(async () => {
        for await (const _ of open(home.baseUrl).list()) events += 1
      }, 'link')
      equal(events, 1, 'events before the error')
      equal((await foreign.seen()).requests, [], 'what the other origin saw')
    }
  }),

  check('a link that climbs out of the address, however it is written, is refused', async (world) => {
    for (const { version, open } of versions) {
      const home = await world.script(json({}))
      const root = `${home.baseUrl}/api/${version}/`
      const other = version === 'v1' ? 'v2' : 'v1'
      const climbs = ['../secret', '%2e%2e/secret', '..%2fsecret', '..%5csecret', '%252e%252e/secret', '.%2E/secret']
      const plain = [`${home.baseUrl}/api/${other}/events/e1`, home.baseUrl, `${root}../../secret`, '\\\\127.0.0.1:9/']
      for (const link of [...climbs.map((climb) => root + climb), ...plain]) {
        await failureOf(() => open(home.baseUrl).follow(link), 'link')
      }
      equal((await home.seen()).requests, [], 'requests')
    }
  }),
]
