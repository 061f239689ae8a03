import type { Store } from '../memory/store.ts'
import type { CampaignRecord, GroupRecord, KeyRecord, OwnerId, PersonRecord } from '../model.ts'
import type { Steps } from '../steps.ts'
import { isEmail } from '../text/email.ts'
import { isToken, tokenProblem } from '../text/token.ts'
import { damaged, Fields } from './fields.ts'
import { groupIn, personIn } from './references.ts'

const personNames = ['id', 'given_name', 'family_name', 'email_address', 'postal_code', 'created']

export function readPerson(value: unknown, path: string): Omit<PersonRecord, 'serial'> {
  const fields = new Fields(value, path, personNames)
  const email_address = fields.text('email_address')
  if (!isEmail(email_address)) throw fields.wrong('email_address', 'must be an e-mail address')
  return {
    id: fields.text('id'),
    given_name: fields.text('given_name'),
    family_name: fields.text('family_name'),
    email_address,
    postal_code: fields.optional('postal_code', fields.text),
    created: fields.instant('created'),
  }
}

export function* readGroup(store: Store, value: unknown, path: string): Steps<GroupRecord> {
  const fields = new Fields(value, path, ['id', 'title', 'creator', 'members', 'organizers', 'administrators'])
  return {
    id: fields.text('id'),
    title: fields.filled('title'),
    creator: personIn(store, fields, 'creator').id,
    members: yield* peopleIn(store, fields, 'members'),
    organizers: yield* peopleIn(store, fields, 'organizers'),
    administrators: yield* peopleIn(store, fields, 'administrators'),
  }
}

function* peopleIn({ people }: Store, fields: Fields, name: string): Steps<readonly string[]> {
  const ids: string[] = []
  for (const [id, field] of fields.list(name)) {
    yield
    const person = typeof id === 'string' ? people.get(id) : undefined
    if (!person) throw damaged(field, 'is the id of none of the people')
    ids.push(person.id)
  }
  return Object.freeze(ids)
}

export function readKey(store: Store, value: unknown, path: string): KeyRecord {
  const fields = new Fields(value, path, ['token', 'group', 'person'])
  const token = fields.checked('token', isToken, tokenProblem.replace(/^must be /, ''))
  if (store.keys.has(token)) throw fields.wrong('token', 'belongs to another key already')
  const group = fields.optional('group', (name) => groupIn(store, fields, name))
  if (group === undefined) {
    const { id } = personIn(store, fields, 'person')
    return { token, owner: `person:${id}`, group: undefined, person: id }
  }
  if (fields.value('person') !== undefined) throw fields.wrong('person', 'must not stand beside a group')
  return { token, owner: `group:${group.id}`, group: group.id, person: group.creator }
}

export function readCampaign(store: Store, value: unknown, path: string): CampaignRecord {
  const fields = new Fields(value, path, ['id', 'title', 'owner'])
  const id = fields.text('id')
  const title = fields.filled('title')
  const owner = fields.text('owner')
  if (isOwner(store, owner)) return { id, title, owner }
  throw fields.wrong('owner', 'is none of the groups and people')
}

function isOwner({ groups, people }: Store, owner: string): owner is OwnerId {
  const [kind, id = ''] = owner.split(/:(.*)/s)
  return (kind === 'group' && groups.has(id)) || (kind === 'person' && people.has(id))
}
