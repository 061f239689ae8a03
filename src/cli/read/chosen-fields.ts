import { CliError } from '../run/cli-error.ts'
import type { ReadField } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import { nearestName } from '../run/nearest-name.ts'
import { warn } from '../terminal/messages.ts'

/** Options of {@link ChosenFields}. */
export interface ChosenFieldsOptions {
  /** Names in `--fields`; undefined without the flag. */
  readonly fields: readonly string[] | undefined
  /** Names of all documented fields. */
  readonly documented: readonly string[]
  readonly read: ReadField
  /** Name of a listed item in messages. */
  readonly noun: 'event' | 'RSVP' | 'campaign'
  /** Names in `--fields` that no event of the earlier runs of this export had. Undefined if there was no earlier run, or if it had no events. */
  readonly missing?: readonly string[] | undefined
}

/** Maximum number of other field names to collect for suggestions. */
const maxOthers = 1000

/** Checks that at least one item has each field of `--fields`. A field that no item has is probably mistyped, and would give an empty column. */
export class ChosenFields {
  readonly #choice: ChosenFieldsOptions
  /** Names in `--fields` that no item has had so far. */
  #missing: readonly string[]
  /** Names of fields that items have, for suggestions. Collected only while an undocumented name of `--fields` is in no item. */
  readonly #others = new Set<string>()
  #isEmpty: boolean

  constructor(choice: ChosenFieldsOptions) {
    this.#choice = choice
    this.#isEmpty = choice.missing === undefined
    // `id` is a correct name even if the items have no id.
    this.#missing = choice.missing ?? choice.fields?.filter((name) => name !== 'id') ?? []
  }

  /** Names in `--fields` that no item has had so far; an export saves them for a resumed run. */
  get missing(): readonly string[] {
    return this.#missing
  }

  see(items: readonly object[]): void {
    if (items.length === 0) return
    this.#isEmpty = false
    if (this.#missing.length === 0) return
    const { read } = this.#choice
    this.#missing = this.#missing.filter((name) => !items.some((item) => read(item, name) !== undefined))
    if (this.#unknown.length > 0) for (const item of items) this.#collect(item, '')
  }

  /**
   * Rejects names in `--fields` that no item has and that the API does not document. With `some`, rejects only names that are similar to a documented
   * name, because later items may have the others. Before the first item, rejects nothing.
   *
   * @param of whether the items so far are all items of the list, or only some of them
   * @throws CliError that suggests correct names
   */
  refuseUnknown(of: 'all' | 'some'): void {
    const { documented } = this.#choice
    const wrong =
      of === 'all' ? this.#unknown : this.#unknown.filter((name) => nearestName(name, documented) !== undefined)
    if (this.#isEmpty || wrong.length === 0) return
    const known = [...documented, ...this.#others]
    const meant = wrong.map((name) => {
      const near = nearestName(name, known) ?? nearestName(name, known, 1 / 2)
      return near === undefined ? name : `${name} (did you mean ${near}?)`
    })
    throw new CliError(2, `--fields: ${this.#no}${meant.length > 1 ? 's' : ''} ${meant.join(', ')}`)
  }

  /** Prints the names in `--fields` that no item has. */
  sayMissing(io: Io): void {
    if (!this.#isEmpty) for (const name of this.#missing) warn(io, `--fields: ${this.#no} ${name}`)
  }

  get #no(): string {
    return `no ${this.#choice.noun} has the field`
  }

  get #unknown(): readonly string[] {
    return this.#missing.filter((name) => !isDocumented(name, this.#choice.documented))
  }

  /** Collects the names of fields, up to three levels deep. */
  #collect(value: object, above: string, depth = 0): void {
    for (const [name, below] of Object.entries(value)) {
      if (this.#others.size >= maxOthers) return
      this.#others.add(above + name)
      const isPrimitive = typeof below !== 'object' || below === null || Array.isArray(below)
      if (!isPrimitive && depth < 2) this.#collect(below, `${above}${name}.`, depth + 1)
    }
  }
}

/**
 * Whether a name is documented, is the parent of a documented name (`location`), is an entry of a documented list (`identifiers.0`), or is a custom
 * field, which may have any name.
 */
const isDocumented = (name: string, documented: readonly string[]): boolean =>
  documented.some(
    (each) =>
      each === name ||
      each.startsWith(`${name}.`) ||
      (/(?:^|\.)custom_fields$/.test(each) && name.startsWith(`${each}.`)) ||
      (name.startsWith(`${each}.`) && /^\d+(?:\.|$)/.test(name.slice(each.length + 1))),
  )
