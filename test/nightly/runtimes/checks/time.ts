import { callsOf, check, equal, failureOf, refusal, type Script, type Step, thrownBy, until } from './check.ts'

const lateResponses: Readonly<Record<string, Step>> = {
  'a request without an answer': { ending: 'silent' },
  'an answer with half a body': { body: '{"title":"Picnic"}', ending: 'stall' },
}

/** Waits for the server to have no request without an answer any more. */
const closed = (script: Script) => until(async () => (await script.seen()).open === 0)
const arrived = (script: Script, count = 1) => until(async () => (await script.seen()).requests.length >= count)

export const time = [
  ...Object.entries(lateResponses).flatMap(([name, step]) => [
    check(`a time limit ends ${name}, and its connection`, async (world, subject) => {
      const home = await world.script(step)
      const { GET, POST } = callsOf(subject.open(home.baseUrl, { timeout: 200 }), subject, home.baseUrl)
      for (const call of [GET, POST]) {
        const error = await failureOf(call, 'timeout')
        equal(error.code === 'timeout' && error.option, 'timeout', 'the limit')
      }
      await closed(home)
    }),

    check(`an abort ends ${name} with its own reason, and its connection`, async (world, { open }) => {
      const home = await world.script(step)
      const stop = new AbortController()
      const reason = new Error('enough')
      const thrown = thrownBy(() => open(home.baseUrl).get('e1', { signal: stop.signal }))
      await arrived(home)
      stop.abort(reason)
      equal((await thrown) === reason, true, "the signal's own reason")
      await closed(home)
    }),
  ]),

  check('a limit for the whole call ends all of its attempts', async (world, { open }) => {
    const home = await world.script({ ending: 'silent' })
    const patient = open(home.baseUrl, { timeout: 150, totalTimeout: 400, retry: 50 })
    await failureOf(() => patient.get('e1'), 'timeout')
    await closed(home)
  }),

  check('an abort ends the wait before the next attempt', async (world, { open }) => {
    const home = await world.script(refusal(503, { 'retry-after': '50' }))
    const stop = new AbortController()
    const thrown = thrownBy(() => open(home.baseUrl, { retry: 2 }).get('e1', { signal: stop.signal }))
    await arrived(home)
    await closed(home)
    stop.abort('enough')
    equal(await thrown, 'enough', 'the reason')
    equal((await home.seen()).requests.length, 1, 'requests')
  }),
]
