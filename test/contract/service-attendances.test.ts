import { expect, test } from 'vitest'
import { document, expectToMatch } from '../support/documents.ts'
import { names } from '../support/names.ts'
import { ask, contractWorld, nativeId } from '../support/world.ts'

for (const version of ['v1', 'v2'] as const) {
  const { attendancesPath } = names[version]

  const ready = async () => {
    const world = contractWorld({
      perPage: 2,
      assumptions: { attendancePerson: 'when recorded' },
    })
    const token = world.groupKey.token
    const made = await ask(world.service, version, token, 'POST /events', document(`${version}/create-request-least`))
    const id = nativeId(made.json)
    const path = `/events/${id}/${attendancesPath}`
    const send = (line: string, body?: unknown) => ask(world.service, version, token, line.replace('PATH', path), body)
    return { ...world, id, send, known: { ...world.known, '<id>': id } }
  }

  test(`GET of an event's attendances returns a page in the shape of real services (${version})`, async () => {
    const { service, id, ana, luis, send, known } = await ready()
    const [first] = service.attend(id, ana)
    const [second] = service.attend(id, luis)
    service.attend(id, luis, { status: 'declined' })
    service.attend(id, 1)
    const bound = {
      ...known,
      ...{ '<id 1>': first?.id ?? '', '<id 2>': second?.id ?? '' },
      ...{ '<person_id 1>': ana.id, '<person_id 2>': luis.id },
    }
    const page = document(`${version}/attendances-first`)
    const seen = expectToMatch((await send('GET PATH')).json, page, bound)
    const times = [1, 2, 3].map((number) => String(seen[`<timestamp ${number}>`]))
    expect(new Set(times)).toEqual(new Set(times.toSorted()))
    expect(times).toEqual(times.toSorted())
  })

  test(`POST to an event's attendances returns the RSVP with the person's names and addresses (${version})`, async () => {
    const { send, known } = await ready()
    const answer = await send('POST PATH', document(`${version}/record-attendance-request`))
    const seen = expectToMatch(answer.json, document(`${version}/attendance-recorded`), known)
    const person = await send(`GET /people/${seen['<person_id>']}`)
    expect(person.json).toHaveProperty('identifiers', [`platform:${seen['<person_id>']}`, 'calendar:rosa'])
    // GET of the RSVP's own address returns the same without the person.
    const { person: _person, ...recorded } = answer.json as Record<string, unknown>
    expect((await send(`GET PATH/${seen['<id 1>']}`)).json).toEqual(recorded)
  })
}
