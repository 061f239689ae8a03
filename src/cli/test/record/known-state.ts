import { type Exchange, isRead, isSuccess, membersIn } from './exchange.ts'
import type { MockIds } from './mock-ids.ts'
import type { Place, ResourceKind } from './place.ts'
import type { Records } from './records.ts'
import { type Slot, StateBuilder } from './state.ts'
import { hrefOf, isObject, type JsonObject } from './values.ts'

/** A page so far back in a list has no counterpart: the mock would need as many records before it. */
const maxRecords = 2000

/** Why the mock cannot be asked the same. */
export class NoState extends Error {}

/** A request, with all that is known when it is asked of the mock. */
export interface Asked {
  readonly exchange: Exchange
  readonly place: Place
  readonly records: Records
  readonly ids: MockIds
  /** The time of the service's clock. */
  readonly now: string
  /** The order of lists in the mock, for lists whose own order no answer shows. */
  readonly order: 'oldest first' | 'newest first'
}

/** The state in which the mock is asked: the records that the answers have shown, and as many others as the answer says there are. */
export function stateFor(asked: Asked): StateBuilder {
  const { exchange, place, records, ids, now } = asked
  if (place.kind === 'tags') throw new NoState('no answer shows all tags of a person')
  const builder = new StateBuilder(records, ids, now)
  if (!isRead(exchange.method)) addMentioned(builder, asked)
  else if (isList(place)) addList(builder, asked)
  else addNamed(builder, asked)
  return builder
}

export const isStored = (kind: Place['kind']): kind is ResourceKind =>
  kind === 'events' || kind === 'attendances' || kind === 'campaigns' || kind === 'people'

const isList = ({ kind, id }: Place): boolean => id === undefined && isStored(kind)

/** Adds the resources that the path names, as far as they are there: an answer with status 404 says that the last one is not. */
function addNamed(builder: StateBuilder, asked: Asked): void {
  const { exchange, place, records } = asked
  const { kind, id, event, campaign, person } = place
  const isThere = (known: ReadonlyMap<string, unknown>, above: string) => isSuccess(exchange.answer) || known.has(above)
  if (campaign !== undefined && isThere(records.campaigns, campaign)) builder.campaign(campaign)
  if (person !== undefined && isThere(records.people, person)) builder.person(person)
  if (event !== undefined && isThere(records.events, event)) builder.event(event, campaign)
  if (id === undefined || !isThereToo(asked)) return
  if (kind === 'events') builder.event(id, campaign)
  else if (kind === 'people') builder.person(id)
  else if (kind === 'campaigns') builder.campaign(id)
  else if (kind === 'attendances') builder.attendance(id, { event, person })
}

/** Whether the last resource of a path is there. A refused write shows this of one that was seen before, or of one that is only not as it should be. */
function isThereToo({ exchange, place: { kind, id = '' }, records }: Asked): boolean {
  const { status } = exchange.answer
  if (isSuccess(exchange.answer)) return true
  if (isRead(exchange.method) || status === 404) return false
  return status !== 403 || (isStored(kind) && records[kind].has(id))
}

/**
 * Adds the records that a write may find: those whose ids, identifiers and contacts its body has. An answer with status 404 says that what the path
 * names is not there.
 */
function addMentioned(builder: StateBuilder, asked: Asked): void {
  const { records, place, exchange } = asked
  const { answer } = exchange
  const body = exchange.body.toLowerCase()
  const gone = answer.status === 404 ? (place.id ?? place.event ?? place.campaign) : undefined
  const digits = body.replaceAll(/\D/g, '')
  const has = (text: string) => text !== '' && body.includes(text.toLowerCase())
  if (records.host !== undefined) builder.host(records.host)
  for (const id of records.organizers) if (has(id)) builder.person(id)
  for (const [id, { email_addresses = [], phone_numbers = [] }] of records.people) {
    const hasPhone = phone_numbers.some(({ number }) => digits.includes(number.replaceAll(/\D/g, '')))
    if (has(id) || hasPhone || email_addresses.some(({ address }) => has(address))) builder.person(id)
  }
  for (const [id, { values }] of records.events)
    if (id !== gone && (has(id) || values.identifiers?.some(has))) builder.event(id)
  addNamed(builder, asked)
  for (const [id, { event, person }] of records.attendances)
    if (event === place.event && event !== gone && person !== undefined && builder.counterparts.get('people', person))
      builder.attendance(id)
}

/** The ids of the items of a page, in their order. */
export const itemsIn = (page: JsonObject, { records, place }: Pick<Asked, 'records' | 'place'>): readonly string[] =>
  isObject(page._embedded)
    ? Object.values(page._embedded)
        .flat()
        .filter(isObject)
        .flatMap((each) => {
          const found = records.placeOf(each)
          return found?.kind === place.kind && found.id !== undefined ? [found.id] : []
        })
    : []

const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** The parts of a request for a page, and of the page. */
export function pageIn(exchange: Exchange) {
  const [path = '', search = ''] = exchange.target.split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const page = membersIn(exchange.answer.body)
  return {
    ...{ path, query, page },
    filter: query.get('filter') || undefined,
    number: count(page.page) || 1,
    perPage: count(page.per_page),
    total: count(page.total_records),
  }
}

/** Adds the items of a page at their places in the list, with other records before and after them. */
function addList(builder: StateBuilder, asked: Asked): void {
  const { exchange, place, records, order } = asked
  const { event, campaign, person } = place
  const { path, filter, page, number, perPage, total } = pageIn(exchange)
  addNamed(builder, asked)
  const items = itemsIn(page, asked)
  const size = perPage || Math.max(items.length, 1)
  let [before, after] = [(number - 1) * size, 0]
  if (items.length === 0) {
    const known = total ?? records.totals.get(path + (filter ?? ''))
    before = known ?? (isSuccess(exchange.answer) ? before : 0)
  } else {
    const isLast = items.length < size || hrefOf(page, 'next') === undefined
    after = total === undefined ? Number(!isLast) : Math.max(0, total - before - items.length)
  }
  if (before > maxRecords) throw new NoState('a page far back in a list')
  const others = (length: number, from: number): readonly Slot[] =>
    Array.from({ length }, (_, index) => ({ like: items[(from + index) % items.length] }))
  const listed: readonly Slot[] = items.map((id) => ({ id }))
  // One page more is enough: no answer shows how many there are.
  const slots = [...others(before, 0), ...listed, ...others(Math.min(after, size + 1), before)]
  // Records that a filter has left out: the mock must leave them out too.
  const isWhole = filter !== undefined && before === 0 && after === 0 && isSuccess(exchange.answer)
  const leftOut = isWhole ? [...(records.members.get(path) ?? [])].filter((id) => !items.includes(id)) : []
  const stored = isReversed(items, asked, order) ? slots.toReversed() : slots
  for (const slot of [...stored, ...leftOut.map((id): Slot => ({ id }))]) {
    if (place.kind === 'events') builder.addEvent(slot, campaign)
    else if (place.kind === 'campaigns') builder.addCampaign(slot)
    else if (place.kind === 'people') builder.addPerson(slot)
    else builder.addAttendance(slot, { event, person })
  }
}

/** Whether a list shows the newest items first. */
function isReversed(items: readonly string[], { place, records }: Asked, order: Asked['order']): boolean {
  const createdOf = (id: string) => {
    if (place.kind === 'events') return records.events.get(id)?.values.created
    if (place.kind === 'attendances') return records.attendances.get(id)?.values.created
    return (place.kind === 'people' ? records.people : records.campaigns).get(id)?.created
  }
  const [first, last] = [createdOf(items[0] ?? ''), createdOf(items.at(-1) ?? '')]
  if (first === undefined || last === undefined || first === last) return order === 'newest first'
  return first > last
}
