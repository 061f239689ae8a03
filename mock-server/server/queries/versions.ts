import { eventOf, ownerOf } from '../../add/references.ts'
import { RateLimit, responseTo } from '../../api/handle.ts'
import { bodyText, noBody } from '../../api/message.ts'
import { receive } from '../../api/router.ts'
import type { Dialect, Field } from '../../dialects/dialect.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import type { Session } from '../../snapshot.ts'
import { isObject, type JsonObject } from '../../text/json.ts'
import type { EventVersions, NamePair, Preview, Version } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'

/** What the interface answers to the key that sees what is meant, or to that of the seeded group. */
export function preview({ session, context, query: { path, of } }: AdminCall): Preview {
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  return answered(session, context, path, of === undefined ? session.seeded.group.token : tokenFor(context, of))
}

/** A key that sees what is meant: the one that an event belongs to, or the first of a group or person. */
function tokenFor(context: Context, id: string): string {
  const event = context.store.events.get(id)
  if (event) return event.key
  const owner = ownerOf(context, id, 'of')
  const key = [...context.store.keys.values()].find((each) => each.owner === owner)
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key.token
}

/** What the interface answers at a path. It is in no request log, and counts for no rate limit. */
function answered(session: Session, context: Context, target: string, token: string): Preview {
  const received = receive(context, {
    method: 'GET',
    base: context.baseUrl,
    target,
    // Of a GET, the header of the key is the only one that is asked for.
    header: () => token,
    headers: [],
    ...noBody,
  })
  const answer = responseTo({ ...session, rateLimit: new RateLimit(() => 0) }, received)
  return { status: answer.status, body: JSON.parse(bodyText(answer)) }
}

/** An event in both versions, as the key sees it that it belongs to. */
export function event({ session, context, id }: AdminCall): EventVersions {
  const found = eventOf(context, id)
  const shown = (version: Version): JsonObject => {
    const { body } = answered(session, context, `/api/${version}/events/${found.id}`, found.key)
    return isObject(body) ? body : {}
  }
  const { v1, v2 } = context.dialects
  const [first, second] = [shown('v1'), shown('v2')]
  return {
    id: found.id,
    v1: first,
    v2: second,
    fields: fieldsOf(v1, v2),
    relations: relationsOf(context, first, second),
  }
}

/** Fields that show the same fact. One that version 1 alone has stands behind the one before it there. */
function fieldsOf(v1: Dialect, v2: Dialect): readonly NamePair[] {
  const alone = v1.fields.filter(({ fact }) => !v2.fields.some((field) => field.fact === fact))
  const behind = (fact: string) =>
    alone.filter((field) => v1.fields[v1.fields.indexOf(field) - 1]?.fact === fact).map(({ wire }) => ({ v1: wire }))
  return v2.fields.flatMap((field) => {
    const twin = v1.fields.find(({ fact }) => fact === field.fact)
    return [pairOf(twin, field), ...behind(field.fact)]
  })
}

function pairOf(first: Field | undefined, second: Field): NamePair {
  const members = Object.entries(first?.members ?? {}).map(([name, v1]) => ({ v1, v2: second.members?.[name] ?? name }))
  return { ...(first && { v1: first.wire }), v2: second.wire, ...(members.length > 0 && { members }) }
}

/** Relations of the links of both, in the order of version 2; collections of attendances have a name in each. */
function relationsOf({ dialects }: Context, first: JsonObject, second: JsonObject): readonly NamePair[] {
  const twin = { v1: `osdi:${dialects.v1.attendances}`, v2: `osdi:${dialects.v2.attendances}` }
  const namesIn = ({ _links }: JsonObject) => (isObject(_links) ? Object.keys(_links) : [])
  const [v1Names, v2Names] = [namesIn(first), namesIn(second)]
  const pairs = v2Names.map((v2) => {
    const v1 = v2 === twin.v2 ? twin.v1 : v2
    return v1Names.includes(v1) ? { v1, v2 } : { v2 }
  })
  const paired = pairs.map(({ v1 }) => v1)
  return [...pairs, ...v1Names.filter((v1) => !paired.includes(v1)).map((v1) => ({ v1 }))]
}
