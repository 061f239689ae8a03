import type * as z from 'zod/mini'
import { InputError } from '../errors/errors.ts'
import { unknownAmong } from '../schemas/advice.ts'
import type { Dialect, Schemas } from '../schemas/dialect.ts'
import { type Advice, checkInput } from '../schemas/parse.ts'
import type { Call } from './call.ts'
import { isJson, present } from './json.ts'
import { newFields } from './new-fields.ts'

/** Turns arguments into the JSON bodies of POST and PUT. Whatever cannot be sent faithfully is refused. */
export class Writer {
  readonly #dialect: Dialect
  readonly #schemas: Schemas
  readonly #namespace: string

  constructor(dialect: Dialect, schemas: Schemas, namespace: string) {
    this.#dialect = dialect
    this.#schemas = schemas
    this.#namespace = namespace
  }

  newEvent(event: object, extra: Readonly<Record<string, unknown>>, creator: string | undefined): string {
    const links = creator === undefined ? {} : { _links: { 'osdi:creator': { href: creator } } }
    return this.#body(this.#schemas.newEvent, event, 'event', extra, links)
  }

  /**
   * Whether the service knows a second POST of this event to be the same. An identifier of the service's own that no event has is ignored,
   * and would not keep it from making another one.
   */
  isRecognised(event: object): boolean {
    const { identifiers } = event as { readonly identifiers?: readonly string[] }
    return this.#dialect.recognises && !!identifiers?.some((each) => !each.startsWith(`${this.#namespace}:`))
  }

  changes(changes: object, extra: Readonly<Record<string, unknown>>): string {
    return this.#body(this.#schemas.changes, changes, 'changes', extra)
  }

  #body(schema: z.ZodMiniType, given: object, whole: string, extra: Call['extra'], links = {}): string {
    const fields = present(given)
    checkInput(schema, fields, whole, this.#advice)
    return JSON.stringify({ ...(fields as object), ...this.#extra(extra), ...links })
  }

  #extra(extra: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    for (const [name, value] of Object.entries(extra)) {
      if (this.#isDocumented(name)) {
        throw InputError.of(
          `extra.${name}`,
          'is a documented field; extra is for fields that this package does not know',
        )
      }
      if (!isJson(value)) throw InputError.of(`extra.${name}`, 'cannot be sent as JSON as it is')
    }
    return extra
  }

  /** Whether either version has a field of this name. */
  #isDocumented(name: string): boolean {
    const bare = this.#bare(name)
    return (
      this.#schemas.documented.has(name) ||
      this.#twinOf(name) !== undefined ||
      this.#dialect.lacks.includes(bare) ||
      ['_links', '_embedded'].includes(name)
    )
  }

  #bare(name: string): string {
    const own = `${this.#namespace}:`
    return name.startsWith(own) ? name.slice(own.length) : name
  }

  /** What this version calls a field that the other version calls `name`. */
  #twinOf(name: string): string | undefined {
    const bare = this.#bare(name)
    const twin = Object.hasOwn(this.#dialect.twins, bare) ? this.#dialect.twins[bare] : undefined
    if (twin === undefined || twin === name) return undefined
    return this.#schemas.documented.has(twin) ? twin : `${this.#namespace}:${twin}`
  }

  readonly #advice: Advice = Object.assign((name: string) => this.#whyNot(name), { fieldsOf })

  #whyNot(name: string): string {
    const nested = fieldsOf(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (nested) return unknownAmong(nested, 'is no field of the documents')(name)
    if (name === '_links' || name === '_embedded') return 'is written by the service; a creator is given as an option'
    if (this.#schemas.documented.has(name)) return 'is set by the service and cannot be sent'
    const { segment } = this.#dialect
    const twin = this.#twinOf(name)
    if (twin) return `is no field of version ${segment.slice(1)}, which calls it ${twin}`
    if (this.#dialect.lacks.includes(this.#bare(name))) {
      return `is no field of version ${segment.slice(1)}, which has nothing like it`
    }
    return unknownAmong(this.#schemas.sendable, `is no field of an event in ${segment}`)(name)
  }
}

/** The documented fields of a field that is an object. */
function fieldsOf(place: string): readonly string[] | undefined {
  const { nested } = newFields()
  return Object.hasOwn(nested, place) ? nested[place] : undefined
}
