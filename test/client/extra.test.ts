import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

const documented = {
  v1: ['summary', 'identifiers', 'status', '_links', '_embedded', 'platform:sponsor', 'platform:event_instructions'],
  v2: ['title', 'identifiers', 'status', '_links', 'capacity', 'platform:hidden', 'platform:sponsor'],
}

/** Fields of the other version: what this one calls otherwise is documented too. */
const twins = {
  v1: ['title', 'instructions', 'platform:instructions', 'guests_can_invite_others'],
  v2: ['summary', 'event_instructions', 'platform:event_instructions', 'guestsCanInviteOthers'],
}

for (const { version, least, clauses } of versions) {
  const { client, requests } = clientOver(version, [json(eventOf(version))])
  const lastBody = () => JSON.parse(requests.at(-1)?.body ?? '') as unknown

  test(`create and update of ${version} send extra fields beside the others, as they are (${clauses.write})`, async () => {
    const extra = {
      'add_tags:list': ['a', { deep: [null, 1] }],
      triggers: { autoresponse: { enabled: false } },
      none: null,
    }
    await client.create(least, { extra, creator: 'p1' })
    expect(lastBody()).toEqual({
      ...least,
      ...extra,
      _links: { 'osdi:creator': { href: expect.stringContaining('p1') } },
    })
    await client.update('e1', {}, { extra })
    expect(lastBody()).toEqual(extra)
    await client.update('e1', least, { extra: {} })
    expect(lastBody()).toEqual(least)
  })

  test(`${version} refuses a documented field as extra, and what it calls otherwise (${clauses.write})`, async () => {
    for (const name of [...documented[version], ...twins[version]]) {
      const extra = { harmless: 1, [name]: 'x' }
      const { client, requests } = clientOver(version, [])
      for (const call of [() => client.create(least, { extra }), () => client.update('e1', least, { extra })]) {
        expect(await failureOf(call), name).toMatchObject({
          code: 'input',
          field: `extra.${name}`,
          message: `extra.${name}: is a documented field; extra is for fields that this package does not know`,
        })
      }
      expect(requests).toHaveLength(0)
    }
  })

  test(`extra of ${version} follows the namespace: another service's fields are not documented (${clauses.write})`, async () => {
    const network = { namespace: 'action_network' }
    const { client, requests } = clientOver(version, [json(eventOf(version))], network)
    await client.create(least, { extra: { 'platform:sponsor': 'x' } })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...least, 'platform:sponsor': 'x' })
    const error = await failureOf(() => client.create(least, { extra: { 'action_network:sponsor': 'x' } }))
    expect(error).toMatchObject({ field: 'extra.action_network:sponsor' })
  })

  test(`extra of ${version} is an object of names and values (${clauses.write})`, async () => {
    const { client, requests } = clientOver(version, [])
    for (const extra of [null, 5, 'tags', ['tags'], () => 'x']) {
      expect(await failureOf(() => client.create(least, { extra })), String(extra)).toMatchObject({
        field: 'extra',
        message: 'extra: must be a plain object of names and values',
      })
    }
    expect(requests).toHaveLength(0)
  })
}
