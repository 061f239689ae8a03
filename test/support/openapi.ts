import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Version } from 'osdi-events/mock'
import { expect } from 'vitest'
import { bodyText, type ServiceResponse } from '../../mock-server/api/message.ts'
import type { ReceivedRequest } from '../../mock-server/api/router.ts'
import { Log } from '../../mock-server/requests/log.ts'
import type { Context } from '../../mock-server/rules/context.ts'
import { geocode as builtIn } from '../../mock-server/rules/geocode.ts'
import type { AdminCall } from '../../mock-server/server/admin-call.ts'
import { openApi } from '../../mock-server/server/openapi/document.ts'
import { decodeSegment } from '../../mock-server/text/strings.ts'

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly examples?: readonly unknown[]
}

/** The parts of an OpenAPI document that tests use. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

// Many services differ in few schemas, and to compile one takes long: a schema is compiled once for all documents that have it and those below it.
const ajv = formats.default(new Ajv2020({ allErrors: true, validateSchema: false, code: { optimize: false } }))
/** Ids of the schemas that `ajv` has, by the text of the schema and of those below it. */
const known = new Map<string, string>()
const place = /^#\/components\/schemas\/(\w+)$/
const places = /"#\/components\/schemas\/(\w+)"/g

/** Validators for the schemas of a document. A member that a schema does not name is an error. */
function validatorsOf({ components: { schemas } }: Document): (ref: string) => ValidateFunction {
  const texts = new Map<string, string | undefined>()
  const textOf = (name: string) => {
    if (!texts.has(name)) texts.set(name, JSON.stringify(schemas[name]))
    return texts.get(name)
  }
  const ids = new Map<string, string>()
  const idOf = (name: string): string => {
    const given = ids.get(name)
    if (given !== undefined) return given
    const needed = new Map<string, string>()
    const need = (each: string) => {
      const text = textOf(each)
      if (needed.has(each) || text === undefined) return
      needed.set(each, text)
      for (const [, below = ''] of text.matchAll(places)) need(below)
    }
    need(name)
    const key = JSON.stringify([...needed])
    const id = known.get(key) ?? `schema:${known.size}`
    ids.set(name, id)
    if (known.has(key)) return id
    known.set(key, id)
    const own = (member: string, value: unknown) => {
      const [, below] = (member === '$ref' && place.exec(String(value))) || []
      if (below !== undefined) return idOf(below)
      return Object(value).properties ? { ...(value as Schema), additionalProperties: false } : value
    }
    ajv.addSchema(JSON.parse(textOf(name) ?? 'false', own), id)
    return id
  }
  return (ref) => {
    const validate = ajv.getSchema(idOf(place.exec(ref)?.[1] ?? ''))
    if (!validate) throw new Error(`${ref} is not in the document`)
    return validate
  }
}

/** Checks requests and responses against a document. */
export function judgeOf(document: Document) {
  const validatorOf = validatorsOf(document)
  const paths = Object.entries(document.paths).map(
    ([path, item]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`), item] as const,
  )
  return {
    /** The problems of a body of a request or a response. */
    problemsOf({ content }: Content, type: string, value: unknown): string[] {
      const { $ref } = content[type]?.schema ?? {}
      if ($ref === undefined) return [`${type} is not in the document`]
      const validate = validatorOf($ref)
      if (validate(value)) return []
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    },
    /** The operations of a path, by method in lower case. */
    at: (path: string) => paths.find(([pattern]) => pattern.test(path))?.[1],
  }
}

const judges = new Map<string, ReturnType<typeof judgeOf>>()
const textsOfAssumptions = new WeakMap<object, string>()

function judgeFor(context: Context, version: Version) {
  const { assumptions, namespace, geocode } = context
  const text = textsOfAssumptions.get(assumptions) ?? JSON.stringify(assumptions)
  textsOfAssumptions.set(assumptions, text)
  const name = [version, namespace, text, geocode === builtIn].join()
  const call: unknown = { context, session: { perPage: 25 }, url: 'https://events.example.org' }
  const judge = judges.get(name) ?? judgeOf(openApi(call as AdminCall, version) as unknown as Document)
  judges.set(name, judge)
  return judge
}

const error: Content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

/** The differences of a request and its response from the OpenAPI document of the service. */
export function differences(
  { context, request, target, lookup }: ReceivedRequest,
  response: ServiceResponse,
): string[] {
  const { assumptions } = context
  const judge = judgeFor(context, lookup.dialect?.version ?? 'v2')
  // Decodes the path like the service, segment by segment.
  const slashes = assumptions.requestReading === 'lenient' ? /\/{2,}/g : /(?!)/g
  const path = decodeSegment(target.path.replace(slashes, '/').replaceAll(/%2f/gi, '%252F')) ?? '%'
  const item = judge.at(assumptions.petitions === 'events' ? path.replace(/petitions(\/?)$/, 'events$1') : path)
  const operation = item?.[request.method === 'HEAD' ? 'get' : request.method.toLowerCase()]
  // A request that is not an operation has only one possible response.
  const refused = response.status === (item ? assumptions.methodNotAllowed : 404) ? error : undefined
  const expected = operation ? operation.responses[response.status] : refused
  // A preflight is no operation: a browser sends it before a form.
  if (request.method === 'OPTIONS' && response.status === 204) return []
  if (!expected) return [`status ${response.status} is not in the document`]
  const wrong = judge.problemsOf(expected, response.headers['Content-Type'] ?? '', JSON.parse(bodyText(response)))
  if (!operation?.requestBody || response.status !== 200) return wrong
  const sent = judge.problemsOf(operation.requestBody, 'application/json', JSON.parse(request.body))
  return [...wrong, ...sent.map((problem) => `request: ${problem}`)]
}

const found: string[] = []
const add = Log.prototype.add

// Checks all responses of all services in this process, except those with faults. Checks requests only in contract/ and together/, because
// other tests send wrong requests too.
Log.prototype.add = function (received, delivery, faults = []) {
  const { request } = received
  const isOfBoth = /test\/(?:contract|together)\//.test(expect.getState().testPath ?? '')
  if (delivery.response && faults.length === 0)
    for (const problem of differences(received, delivery.response))
      if (isOfBoth || !problem.startsWith('request: ')) found.push(`${request.method} ${request.target}: ${problem}`)
  add.call(this, received, delivery, faults)
}

/** The differences that were found since the last call. */
export const foundProblems = (): string[] => found.splice(0)
