import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { hal, http, refusal, served } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

const { least, open } = v2

const event = document(`v2/event-least`) as Record<string, never>

for (const [name, answer] of Object.entries({
  'a page of HTML': http(200, { 'Content-Type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
  'HTML that calls itself HAL': hal('<html></html>'),
  'no body': hal(''),
  'half a JSON document': hal(served(event, { server: 'http://localhost' }).slice(0, 200)),
})) {
  test(`${name} with status 200 is a ContentError (v2 §1.7)`, async () => {
    await using server = await rawServer(() => answer)
    const client = open(server.url)
    const calls = [() => client.get(id), () => client.page(1), () => client.create(least)]
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ code: 'content', status: 200 })
    const written = await failureOf(() => client.update(id, least))
    const outcome = name === 'a page of HTML' ? 'unknown' : 'applied'
    expect(written).toMatchObject({ code: 'content', outcome, method: 'PUT' })
  })
}

test('what a service says in an error cannot write lines or colours into a message', async () => {
  const text = `bad\r\nFAKE LOG LINE \u001b[31mred\u0000\u009b ${'x'.repeat(10_000)}`
  await using server = await rawServer(() => refusal(400, text))
  const error = await failureOf(() => open(server.url).create(least))
  expect(error.message).toMatch(/^POST \S+ answered 400: bad[\x20-\x7e\u2026\ufffd]*$/)
  expect(error.message.length).toBeLessThan(5000)
  expect(error).toHaveProperty('body', { error: text })
})
