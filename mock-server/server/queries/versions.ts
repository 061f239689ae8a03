import { eventOf, ownerOf } from '../../add/references.ts'
import { RateLimit, responseTo } from '../../api/handle.ts'
import { bodyText, noBody } from '../../api/message.ts'
import { receive } from '../../api/router.ts'
import type { Dialect, Field } from '../../dialects/dialect.ts'
import { MockServiceError } from '../../errors.ts'
import type { Context } from '../../rules/context.ts'
import { isObject, type JsonObject } from '../../text/json.ts'
import type { EventVersions, NamePair, Preview, Version } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'

/**
 * Returns the API's response to a GET of `path`. The request has the key of `of`, an event, a group or a person; without `of`, the seeded
 * group's key.
 */
export function preview(call: AdminCall): Preview {
  const { session, context, query } = call
  const { path, of } = query
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  return responseAt(call, path, of === undefined ? session.seeded.group.token : tokenFor(context, of))
}

/** The token of the key that created an event, or of the first key of a group or person. */
function tokenFor(context: Context, id: string): string {
  const event = context.store.events.get(id)
  if (event) return event.key
  const owner = ownerOf(context, id, 'of')
  const key = [...context.store.keys.values()].find((each) => each.owner === owner)
  if (!key) throw new MockServiceError('unknown', 'of', 'has no key')
  return key.token
}

/** Performs a GET of a path. The request log does not show the request, and no rate limit counts it. */
function responseAt({ session, context }: AdminCall, target: string, token: string): Preview {
  const received = receive(context, {
    method: 'GET',
    base: context.baseUrl,
    target,
    // A GET reads no header except the key header.
    header: () => token,
    headers: [],
    ...noBody,
  })
  const response = responseTo({ ...session, rateLimit: new RateLimit(() => 0) }, received)
  return { status: response.status, body: JSON.parse(bodyText(response)) }
}

/** Returns an event as both versions show it to the key that created it. */
export function event(call: AdminCall): EventVersions {
  const { context, id: name } = call
  const { id, key } = eventOf(context, name)
  const eventIn = (version: Version): JsonObject => {
    const { body } = responseAt(call, `/api/${version}/events/${id}`, key)
    return isObject(body) ? body : {}
  }
  const [v1, v2] = [eventIn('v1'), eventIn('v2')]
  const { dialects } = context
  return { id, v1, v2, fields: fieldPairs(dialects.v1, dialects.v2), relations: relationPairs(context, v1, v2) }
}

/**
 * Pairs the names that a field has in the two versions. A field that only version 1 has comes after the field that precedes it in version
 * 1.
 */
function fieldPairs(v1: Dialect, v2: Dialect): readonly NamePair[] {
  const [fields1, fields2] = [v1.fields.events, v2.fields.events]
  const onlyV1 = fields1.filter(({ fieldName }) => !fields2.some((field) => field.fieldName === fieldName))
  const behind = (fieldName: string) =>
    onlyV1
      .filter((field) => fields1[fields1.indexOf(field) - 1]?.fieldName === fieldName)
      .map(({ wire }) => ({ v1: wire }))
  return fields2.flatMap((field) => {
    const same = fields1.find(({ fieldName }) => fieldName === field.fieldName)
    return [fieldPair(same, field), ...behind(field.fieldName)]
  })
}

function fieldPair(v1: Field | undefined, v2: Field): NamePair {
  const members = Object.entries(v1?.members ?? {}).map(([name, wire]) => ({
    v1: wire,
    v2: v2.members?.[name] ?? name,
  }))
  return { ...(v1 && { v1: v1.wire }), v2: v2.wire, ...(members.length > 0 && { members }) }
}

/**
 * Pairs the link relations of the two versions, in the order of version 2. The versions differ in the name of a collection of attendances.
 */
function relationPairs({ dialects }: Context, v1: JsonObject, v2: JsonObject): readonly NamePair[] {
  const [v1Attendances, v2Attendances] = [`osdi:${dialects.v1.attendances}`, `osdi:${dialects.v2.attendances}`]
  const relationsOf = ({ _links }: JsonObject) => (isObject(_links) ? Object.keys(_links) : [])
  const [v1Relations, v2Relations] = [relationsOf(v1), relationsOf(v2)]
  const pairs = v2Relations.map((name): NamePair => {
    const same = name === v2Attendances ? v1Attendances : name
    return v1Relations.includes(same) ? { v1: same, v2: name } : { v2: name }
  })
  const paired = pairs.map((pair) => pair.v1)
  return [...pairs, ...v1Relations.filter((name) => !paired.includes(name)).map((name) => ({ v1: name }))]
}
