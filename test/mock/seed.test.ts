import { execFileSync } from 'node:child_process'
import { actionNetwork, createMockService, type MockState } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { callerOf, eventsOf, idOf, type Resource } from '../support/api.ts'

afterEach(() => void vi.unstubAllEnvs())

const stateOf = (events: number): MockState => createMockService({ events }).snapshot().toJSON()
const isPhoneAlone = ({ email_addresses, phone_numbers }: MockState['people'][number]) =>
  email_addresses.length === 0 && (phone_numbers?.length ?? 0) > 0

test.for([60, 400])(
  'about a tenth of the RSVPs of %i seeded events are of people with a phone number alone',
  (count) => {
    const { people, attendances } = stateOf(count)
    const byPhone = new Set(people.filter(isPhoneAlone).map(({ id }) => id))
    const share = attendances.filter(({ person }) => byPhone.has(person)).length / attendances.length
    expect(attendances.length).toBeGreaterThan(count / 2)
    expect(share).toBeGreaterThan(0.05)
    expect(share).toBeLessThan(0.15)
  },
)

test('people of a seeded service have names in several scripts, and many RSVP to several events', () => {
  const { people, attendances } = stateOf(60)
  for (const script of ['Latin', 'Han', 'Arabic', 'Cyrillic', 'Ethiopic']) {
    const written = new RegExp(`\\p{Script=${script}}`, 'u')
    expect([script, people.some(({ given_name }) => written.test(given_name))]).toEqual([script, true])
  }
  const counts = Map.groupBy(attendances, ({ person }) => person)
  expect([...counts.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(10)
})

test('seeded campaigns tell hosts what to do, and people of the group host their events', async () => {
  const service = createMockService({ events: 60 })
  const { send, follow } = callerOf(service, service.seeded.group, 'v2')
  const { body } = await send('GET', '/event_campaigns')
  const campaigns = body._embedded['platform:event_campaigns'] as readonly Resource[]
  expect(campaigns.length).toBeGreaterThan(2)
  for (const field of ['host_pitch', 'host_instructions', 'description', 'tag_list'])
    expect([field, new Set(campaigns.map((one) => field in one)).size]).toEqual([field, 2])
  for (const campaign of campaigns) {
    const events = eventsOf(await follow(`/event_campaigns/${idOf(campaign)}/events`))
    expect(events.length).toBeGreaterThan(3)
    expect(new Set(events.map(({ _links }) => JSON.stringify(_links['osdi:creator']))).size).toBeGreaterThan(1)
  }
})

test('of 60 seeded events some are cancelled, some hidden, some have an empty name, and some lack an address line', () => {
  const { events } = stateOf(60)
  expect(events.filter(({ status }) => status === 'cancelled').length).toBeGreaterThan(0)
  expect(events.filter(({ hidden }) => hidden === true).length).toBeGreaterThan(0)
  expect(events.filter(({ name }) => name === '').length).toBeGreaterThan(0)
  const places = events.filter(({ location }) => location.sent.locality !== undefined)
  expect(places.filter(({ location }) => location.sent.address_lines === undefined).length).toBeGreaterThan(5)
})

test('descriptions of seeded events of the user interface are HTML of an editor, and none has a script', () => {
  const { events } = stateOf(120)
  const written = events.flatMap(({ via, description }) => (via === 'ui' && description ? [description] : []))
  for (const part of [
    '<p>',
    '<ul>\n<li>',
    '<a href="https://',
    '<a href="mailto:',
    '&nbsp;',
    '<p style="',
    '<br />',
    '<h3>',
  ])
    expect([part, written.some((text) => text.includes(part))]).toEqual([part, true])
  for (const text of written) {
    expect(text).toMatch(/^<.*>$/s)
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i)
    // Each element that an editor opens, it closes.
    for (const name of ['p', 'ul', 'ol', 'li', 'a', 'div', 'span', 'strong', 'em', 'h3'])
      expect(text.split(new RegExp(`<${name}[ >]`)).length).toBe(text.split(`</${name}>`).length)
  }
  expect(events.some(({ via, description }) => via === 'api' && description && !description.startsWith('<'))).toBe(true)
})

test.for([{}, actionNetwork])('the same seed makes the same bytes in every time zone %#', (options) => {
  const at = (zone: string) => {
    vi.stubEnv('TZ', zone)
    const service = createMockService({ ...options, events: 100, now: '2026-03-29T01:30:00Z' })
    return JSON.stringify(service.snapshot())
  }
  const here = at('UTC')
  for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'Europe/Berlin', 'Asia/Kathmandu'])
    expect(at(zone) === here).toBe(true)
})

test('the same seed makes the same bytes in every locale', () => {
  const options = { events: 100, now: '2026-03-29T01:30:00Z' }
  const here = JSON.stringify(createMockService(options).snapshot())
  const program = `
    import { createMockService } from 'osdi-events/mock'
    const service = createMockService(${JSON.stringify(options)})
    process.stdout.write(JSON.stringify([Intl.NumberFormat().resolvedOptions().locale, service.snapshot()]))`
  const made = ['ar_EG.UTF-8', 'th_TH.UTF-8'].map((locale) => {
    const env = { ...process.env, LC_ALL: locale, LANG: locale }
    const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
    return JSON.parse(text) as [locale: string, state: unknown]
  })
  expect(made.map(([locale]) => locale)).toEqual(['ar-EG', 'th-TH'])
  for (const [, state] of made) expect(JSON.stringify(state) === here).toBe(true)
})
