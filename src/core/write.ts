import type { ServiceAddress } from './address.ts'
import type { Dialect, Schemas } from './dialect.ts'
import { InputError } from './errors.ts'
import type { Link } from './hal.ts'
import { type Identified, idOf } from './identifier.ts'
import { originOf } from './origin.ts'
import { type Advice, checkInput } from './parse.ts'

/** Who creates an event: a person's id with or without the service's prefix, address, or link; or an embedded person of version 1. */
export type CreatorReference = string | Link | Identified

/**
 * The address of a creator link.
 *
 * @throws InputError naming `creator` where it is no person of the service
 */
export function creatorHref(creator: CreatorReference, address: ServiceAddress, namespace: string): string {
  if (typeof creator === 'string') return address.person(creator).href
  if (typeof creator !== 'object' || creator === null) {
    throw InputError.of('creator', "must be a person's id, address or link")
  }
  if ('href' in creator) {
    if (typeof creator.href !== 'string') throw InputError.of('creator', 'is a link without an address')
    return address.person(creator.href).href
  }
  try {
    return address.person(idOf(creator, originOf(creator)?.namespace ?? namespace)).href
  } catch {
    throw InputError.of('creator', "must be a person's id, address or link; this object has no identifier of one")
  }
}

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
    checkInput(this.#schemas.newEvent, event, 'event', this.#advice)
    const links = creator === undefined ? {} : { _links: { 'osdi:creator': { href: creator } } }
    return JSON.stringify({ ...event, ...this.#extra(extra), ...links })
  }

  changes(changes: object, extra: Readonly<Record<string, unknown>>): string {
    checkInput(this.#schemas.changes, changes, 'changes', this.#advice)
    return JSON.stringify({ ...changes, ...this.#extra(extra) })
  }

  #extra(extra: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    for (const name of Object.keys(extra)) {
      if (this.#schemas.documented.has(name) || this.#twinOf(name)) {
        throw InputError.of(
          `extra.${name}`,
          'is a documented field; extra is for fields that this package does not know',
        )
      }
    }
    return extra
  }

  /** What this version calls a field that the other version calls `name`. */
  #twinOf(name: string): string | undefined {
    const own = `${this.#namespace}:`
    const bare = name.startsWith(own) ? name.slice(own.length) : name
    const twin = Object.hasOwn(this.#dialect.twins, bare) ? this.#dialect.twins[bare] : undefined
    if (twin === undefined || twin === name) return undefined
    return this.#schemas.documented.has(twin) ? twin : `${own}${twin}`
  }

  readonly #advice: Advice = (field) => {
    const name = field.split('.')[0] ?? field
    if (field !== name) return 'is no field of the documents'
    if (name === '_links' || name === '_embedded') return 'is written by the service; a creator is given as an option'
    if (this.#schemas.documented.has(name)) return 'is set by the service and cannot be sent'
    const { segment } = this.#dialect
    const twin = this.#twinOf(name)
    return twin
      ? `is no field of version ${segment.slice(1)}, which calls it ${twin}`
      : `is no field of an event in ${segment}`
  }
}
