import { CliError } from '../run/cli-error.ts'
import { rowsOf } from '../run/field-display.ts'
import { documentedOf, type NamingFlags, prefixedName } from '../run/field-values.ts'
import { sheetFields } from '../sheet/sheet-columns.ts'
import type { MessageOutput } from '../terminal/messages.ts'
import { note } from '../terminal/messages.ts'
import { setMember } from './event-fields.ts'

/** An event to upsert. */
export interface RowEvent {
  /** The fields to send. Null clears a field. */
  readonly fields: object
  /** The service's own id, if the row names an event of the service. An upsert then updates this event, and never creates one. */
  readonly id: string | undefined
  /** All identifiers of the row, also the service's own one. */
  readonly identifiers: readonly string[]
  /**
   * The fields without those whose cells are as `export` writes them for this event. Undefined for rows of JSON, whose values compare exactly.
   *
   * @throws CliError if a changed cell cannot be read
   */
  readonly fieldsBeside?: (known: object) => object
}

/**
 * Makes events of rows that may be copies of the service's own events, such as the lines of an export. Leaves out the fields that the service sets
 * itself.
 */
export class RowReader {
  readonly #prefix: string
  /** Names of the fields of an event that can be sent. */
  readonly #sent: ReadonlySet<string>
  /** Dotted names of the parts of a location that can be sent. */
  readonly #parts: ReadonlySet<string>
  /** Names of the other documented fields and parts. */
  readonly #setByService: ReadonlySet<string>
  readonly #left = new Set<string>()

  constructor(flags: NamingFlags) {
    this.#prefix = `${flags.namespace}:`
    const rows = rowsOf('events', flags.api).map((row) => ({
      name: prefixedName(row, flags.namespace),
      isSent: row.sent !== undefined,
    }))
    this.#sent = new Set(rows.filter(({ isSent }) => isSent).map(({ name }) => name))
    const others = rows.filter(({ isSent }) => !isSent).map(({ name }) => name)
    this.#parts = new Set(sheetFields(flags).flatMap(({ name }) => (name.includes('.') ? [name] : [])))
    const unsent = documentedOf(flags).filter((name) => /^_|\./.test(name) && !this.#parts.has(name))
    this.#setByService = new Set([...others, ...unsent])
  }

  /** @throws CliError if the row names two events of the service */
  read(given: object): RowEvent {
    const fields: Record<string, unknown> = { ...given }
    for (const [name, value] of Object.entries(given)) {
      if (this.isSetByService(name)) this.#left.add(name)
      // With `--fields`, `export` writes dotted names.
      else if (!this.#parts.has(name) || Object.hasOwn(given, 'location')) continue
      else setMember(fields, name, value)
      delete fields[name]
    }
    const listed: readonly unknown[] = Array.isArray(fields.identifiers) ? fields.identifiers : []
    const ids = new Set(listed.filter(this.#isOwn))
    // `export` also prints the service's own id as `id`. A service may have another member of this name, so the identifier counts first.
    if (ids.size === 0 && typeof fields.id === 'string' && fields.id !== '') ids.add(this.#withPrefix(fields.id))
    if (ids.size > 0) delete fields.id
    const [id, another] = ids
    if (another !== undefined)
      throw new CliError(2, `identifiers: ${[...ids].join(', ')} are two events of the service`)
    const foreign = listed.filter((each) => !this.#isOwn(each))
    if (id !== undefined) {
      delete fields.identifiers
      if (foreign.length > 0) fields.identifiers = foreign
    }
    const identifiers = [...ids, ...foreign].filter((each) => typeof each === 'string')
    return { fields, id: id?.slice(this.#prefix.length), identifiers: [...new Set(identifiers)] }
  }

  /** Prints the names of the fields that were left out, once for all rows. */
  sayUnsent(io: MessageOutput): void {
    sayUnsent(io, [...this.#left])
  }

  #isOwn = (identifier: unknown): identifier is string =>
    typeof identifier === 'string' && identifier.startsWith(this.#prefix)

  #withPrefix = (id: string) => (id.startsWith(this.#prefix) ? id : `${this.#prefix}${id}`)

  /** Whether the service sets the field with this name, or the field that the dotted name is in. */
  isSetByService(name: string): boolean {
    const [whole = name] = name.split('.')
    const isOwn = name.startsWith(this.#prefix) && !this.#sent.has(name)
    return isOwn || this.#setByService.has(name) || this.#setByService.has(whole)
  }
}

/** Prints the names of fields that a command does not send. */
export function sayUnsent(io: MessageOutput, names: readonly string[]): void {
  if (names.length > 0) note(io, `not sent, because the service sets them: ${names.join(', ')}`)
}
