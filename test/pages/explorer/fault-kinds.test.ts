import type { FaultKind } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed } from './support/moments.ts'

type Explored = Awaited<ReturnType<typeof explored>>

/** How a user sets a kind of fault by the form, and what the fault then does. */
interface Case {
  /** Texts by the label of the field. */
  readonly typed?: Readonly<Record<string, string>>
  /** Chosen options by the label of the field. */
  readonly chosen?: Readonly<Record<string, string>>
  /** The options of the effect. */
  readonly options?: object
  readonly check: (opened: Explored) => Promise<void>
}

const path = '/api/v2/events'

/** A request that gets no response ends when the fault is removed. */
async function endsWith({ service, ask }: Explored): Promise<void> {
  const response = ask(path).then((received) => received.text())
  const failed = expect(response).rejects.toThrow()
  await expect.poll(() => service.faults.rules[0]?.hits).toBe(1)
  service.faults.clear()
  await failed
}

const titlesOf = async ({ ask }: Explored) => {
  const { _embedded } = (await (await ask(path)).json()) as { _embedded: { 'osdi:events': { title?: unknown }[] } }
  return _embedded['osdi:events'].map(({ title }) => title)
}

const cases: Readonly<Record<FaultKind, Case>> = {
  status: {
    typed: {
      Status: '418',
      'Retry-After (s)': '7',
      'Other headers': 'Server: proxy\nX-Cause: tea',
      Body: '{"error": "tea"}',
    },
    options: {
      status: 418,
      headers: { 'Retry-After': '7', Server: 'proxy', 'X-Cause': 'tea' },
      body: { error: 'tea' },
    },
    async check({ ask }) {
      const response = await ask(path)
      expect([response.status, response.headers.get('Retry-After'), response.headers.get('X-Cause')]).toEqual([
        418,
        '7',
        'tea',
      ])
      expect(await response.json()).toEqual({ error: 'tea' })
    },
  },
  'rate-limit': {
    typed: { 'Retry-After (s)': 'none' },
    options: { retryAfter: null },
    async check({ ask }) {
      const { status, headers } = await ask(path)
      expect([status, headers.get('Retry-After')]).toEqual([429, null])
    },
  },
  'echo-key': {
    typed: { Status: '401' },
    options: { status: 401 },
    async check({ ask, server }) {
      const response = await ask(path)
      expect(response.status).toBe(401)
      expect(await response.text()).toContain(server.keys.group)
    },
  },
  redirect: {
    typed: { Address: 'https://example.net/moved' },
    chosen: { Status: '308 Permanent Redirect' },
    options: { to: 'https://example.net/moved', status: 308 },
    async check({ ask }) {
      const { status, headers } = await ask(path, { redirect: 'manual' })
      expect([status, headers.get('Location')]).toEqual([308, 'https://example.net/moved'])
    },
  },
  html: {
    typed: { HTML: '<h1>Closed</h1>\n<p>Come back</p>' },
    options: { html: '<h1>Closed</h1>\n<p>Come back</p>' },
    async check({ ask }) {
      const response = await ask(path)
      expect(response.headers.get('Content-Type')).toContain('text/html')
      expect(await response.text()).toBe('<h1>Closed</h1>\n<p>Come back</p>')
    },
  },
  latency: {
    typed: { 'Delay (ms)': '1', 'At most (ms)': '2.5' },
    options: { ms: { min: 1, max: 2.5 } },
    async check({ ask, service }) {
      expect((await ask(path)).status).toBe(200)
      expect(service.requests.at(-1)?.fault).toBe('latency')
    },
  },
  'no-answer': { check: endsWith },
  stall: { check: endsWith },
  truncated: {
    async check({ ask }) {
      const response = await ask(path)
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    },
  },
  reset: {
    chosen: { At: 'after half of its body' },
    options: { at: 'after headers' },
    async check({ ask }) {
      const response = await ask(path)
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    },
  },
  'malformed-json': {
    async check({ ask }) {
      const text = await (await ask(path)).text()
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
    },
  },
  shape: {
    typed: {
      'Fields to remove': 'name, start_date',
      'Only event number': '2',
      'Fields to set': 'title = 7\nstatus = gone',
    },
    options: { remove: ['name', 'start_date'], event: 2, set: { title: 7, status: 'gone' } },
    async check(opened) {
      expect(await titlesOf(opened)).toEqual([expect.any(String), 7, expect.any(String)])
    },
  },
  next: {
    typed: { 'Next link': '/api/v2/events?page=9' },
    options: { to: '/api/v2/events?page=9' },
    async check({ ask }) {
      expect(await (await ask(path)).json()).toMatchObject({ _links: { next: { href: '/api/v2/events?page=9' } } })
    },
  },
  'new-events': {
    typed: { 'How many events': '2' },
    options: { count: 2 },
    async check(opened) {
      expect(await titlesOf(opened)).toHaveLength(5)
    },
  },
}

test.for(Object.entries(cases))(
  'the form of the explorer sets a fault of the kind %s, which the next request gets',
  async ([kind, { typed = {}, chosen = {}, options = {}, check }]) => {
    await using opened = await explored({ at: 'faults' })
    const { page, dialog, admin, troubles } = opened
    await page.getByRole('button', { name: 'New fault' }).click()
    await dialog.getByLabel('The request gets').selectOption(kind)
    const happens = dialog.getByRole('group', { name: 'What happens' })
    expect(await happens.getByRole('combobox').count()).toBe(2 + Object.keys(chosen).length)
    expect(await happens.getByRole('textbox').count()).toBe(Object.keys(typed).length)
    for (const [label, text] of Object.entries(typed)) await happens.getByLabel(label, { exact: true }).fill(text)
    for (const [label, text] of Object.entries(chosen))
      await happens.getByLabel(label, { exact: true }).selectOption(text)
    const sentence = await dialog.getByRole('region', { name: 'In words' }).innerText()
    await dialog.getByRole('button', { name: 'Add the fault' }).click()
    await closed(page)
    await page.getByRole('heading', { name: sentence, exact: true }).waitFor()
    expect((await admin('GET faults')).json).toEqual([{ id: 'fault-1', hits: 0, effect: { kind, ...options } }])
    await check(opened)
    expect(troubles).toEqual([])
  },
)

test('the form of the explorer has the kinds and the operations that the service knows', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service } = opened
  await page.getByRole('button', { name: 'New fault' }).click()
  /** The names that an error of the service lists. */
  const namesFor = (rule: object) => {
    let message = ''
    try {
      service.faults.add(rule as Parameters<typeof service.faults.add>[0])
    } catch (error) {
      message = String(error)
    }
    return [...message.matchAll(/"([^"]+)"/g)].map(([, name]) => name).toSorted()
  }
  const optionsOf = async (label: string) =>
    (
      await dialog
        .getByLabel(label)
        .locator('option')
        .evaluateAll((all) => all.map((each) => each.getAttribute('value')))
    )
      .filter(Boolean)
      .toSorted()
  expect(await optionsOf('The request gets')).toEqual(namesFor({ effect: { kind: 'unknown' } }))
  const operations = await optionsOf('Operation')
  expect(operations).toEqual(namesFor({ operation: 'unknown', effect: { kind: 'html' } }))
  expect(operations).toContain('tags.tagging')
})
