import { actionNetwork, createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, idOf, worldOf } from '../support/api.ts'

const options = { assumptions: { tagList: 'kept' } } as const

test('an event keeps the tag_list that a POST or a PUT sends, and null clears it', async () => {
  const { create, update, read, list, service } = worldOf('v2', options)
  const made = await create({ tag_list: ['rivers', 'parks'] })
  expect(made.tag_list).toEqual(['rivers', 'parks'])
  expect(service.requests.at(-1)?.ignored).toEqual([])
  expect((await list())._embedded['osdi:events']).toMatchObject([{ tag_list: ['rivers', 'parks'] }])
  expect((await update(made, { title: 'Walk' })).tag_list).toEqual(['rivers', 'parks'])
  const changed = await update(made, { tag_list: ['woods'] })
  expect([changed.tag_list, String(changed.modified_date) > String(made.modified_date)]).toEqual([['woods'], true])
  expect(await update(made, { tag_list: null })).not.toHaveProperty('tag_list')
  expect(await read(made)).not.toHaveProperty('tag_list')
})

test('a write ignores entries of tag_list that are not text, and a tag_list that is not a list, and the log names them', async () => {
  const { create, service } = worldOf('v2', options)
  const ignored = () => service.requests.at(-1)?.ignored.map(({ field }) => field)
  expect((await create({ tag_list: ['rivers', 7] })).tag_list).toEqual(['rivers'])
  expect(ignored()).toEqual(['tag_list[1]'])
  expect(await create({ tag_list: 'rivers' })).not.toHaveProperty('tag_list')
  expect(ignored()).toEqual(['tag_list'])
})

test('addEvent and updateEvent set, change and clear tag_list, and a state document keeps it', async () => {
  const { service, key } = worldOf('v2', options)
  const event = service.addEvent({ title: 'Walk', tag_list: ['rivers'] }, { key })
  expect(event.tag_list).toEqual(['rivers'])
  expect(service.updateEvent(event, { tag_list: ['woods'] }).tag_list).toEqual(['woods'])
  const other = createMockService(options)
  other.restore(JSON.parse(JSON.stringify(service.snapshot())) as MockState)
  expect(await callerOf(other, key, 'v2').read(event.id)).toMatchObject({ tag_list: ['woods'] })
  expect(service.updateEvent(event, { tag_list: null })).not.toHaveProperty('tag_list')
  expect(() => service.addEvent({ title: 'Walk', tag_list: [7] as unknown as string[] })).toThrow('event.tag_list')
})

test('with the preset actionNetwork, an event stores and shows tag_list', async () => {
  const { assumptions } = actionNetwork
  const { create } = worldOf('v2', { assumptions })
  expect((await create({ tag_list: ['rivers'] })).tag_list).toEqual(['rivers'])
})

test('events of version 1 have no tag_list', async () => {
  const { service, key, send } = worldOf('v1', options)
  const { id } = service.addEvent({ title: 'Walk', tag_list: ['rivers'] }, { key })
  expect((await send('GET', `/events/${id}`)).body).not.toHaveProperty('tag_list')
  const { status } = await send('PUT', `/events/${id}`, { tag_list: ['woods'] })
  expect([status, service.requests.at(-1)?.ignored.map(({ field }) => field)]).toEqual([200, ['tag_list']])
  expect((await callerOf(service, key, 'v2').read(id)).tag_list).toEqual(['rivers'])
  expect(idOf((await send('GET', `/events/${id}`)).body)).toBe(id)
})
