import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { groupUrl } from '../rules/event-values.ts'
import type { GroupRecord, KeyRecord } from '../store/model.ts'
import type { MockGroup, MockKey, NewGroup, NewKey } from '../types/index.ts'
import { filledText, list, token, validate } from '../validate.ts'
import { addPerson } from './people.ts'
import { groupOf, personOf, validateArgument } from './references.ts'

export function addGroup(context: Context, group: NewGroup): GroupRecord {
  validateArgument(group, 'group', ['title', 'creator', 'members', 'organizers', 'administrators'])
  const title = validate(filledText, group.title, 'group.title', 'argument')
  const people = (name: 'members' | 'organizers' | 'administrators'): readonly string[] => {
    const given = group[name] === undefined ? [] : validate(list, group[name], `group.${name}`, 'argument')
    return Object.freeze(given.map((person, index) => personOf(context, person, `group.${name}[${index}]`).id))
  }
  const [members, organizers, administrators] = [people('members'), people('organizers'), people('administrators')]
  const creator = group.creator === undefined ? addPerson(context) : personOf(context, group.creator, 'group.creator')
  return context.store.addGroup((id) => ({ id, title, creator: creator.id, members, organizers, administrators }))
}

export const shownGroup = (context: Context, group: GroupRecord): MockGroup => ({
  ...group,
  browser_url: groupUrl(context, group),
})

export function addKey(context: Context, key: NewKey = {}): KeyRecord {
  const { keys } = context.store
  validateArgument(key, 'key', ['group', 'person', 'token'])
  if (key.group !== undefined && key.person !== undefined)
    throw new MockServiceError(
      'argument',
      'key.person',
      'must not be given together with a group: a key belongs to one of the two',
    )
  if (key.token !== undefined && keys.has(validate(token, key.token, 'key.token', 'argument')))
    throw new MockServiceError('argument', 'key.token', 'already belongs to another key')
  // Looks up the holder first, because the lookup throws if the holder does not exist.
  const holder = keyHolder(context, key)
  const record = { token: key.token ?? context.store.freeToken(), ...holder }
  context.store.addKey(record)
  return record
}

function keyHolder(context: Context, key: NewKey): Omit<KeyRecord, 'token'> {
  if (key.group !== undefined) {
    const { id, creator } = groupOf(context, key.group, 'key.group')
    return { owner: `group:${id}`, group: id, person: creator }
  }
  const person = key.person === undefined ? addPerson(context) : personOf(context, key.person, 'key.person')
  return { owner: `person:${person.id}`, group: undefined, person: person.id }
}

export const shownKey = ({ token, group, person }: KeyRecord): MockKey =>
  Object.freeze(group === undefined ? { token, kind: 'individual', person } : { token, kind: 'group', group, person })
