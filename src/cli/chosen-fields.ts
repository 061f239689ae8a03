import { CliError } from './cli-error.ts'
import type { ReadField } from './fields.ts'
import { type Io, say } from './io.ts'
import { nearest } from './nearest.ts'

/** What is printed, and of what. */
export interface Choice {
  /** What `--fields` names; undefined where it is not given. */
  readonly fields: readonly string[] | undefined
  /** Names of the fields that the interface documents. */
  readonly documented: readonly string[]
  readonly read: ReadField
  /** What a message calls one that is listed. */
  readonly noun: 'event' | 'RSVP'
  /** Of the fields, those that no event of an earlier run has; undefined where there was no event before. */
  readonly missing?: readonly string[] | undefined
}

/** So many names of other fields are looked at to find the one that was meant. */
const enough = 1000

/** Watches whether anything has the fields of `--fields`: a name that is mistyped would be a column of nothing. */
export class ChosenFields {
  readonly #choice: Choice
  /** Those that nothing has had so far. */
  #missing: readonly string[]
  /** Fields that were seen, where one is missing that the interface does not document. */
  readonly #others = new Set<string>()
  #isEmpty: boolean

  constructor(choice: Choice) {
    this.#choice = choice
    this.#isEmpty = choice.missing === undefined
    // An id that cannot be found is no mistake of the flag.
    this.#missing = choice.missing ?? choice.fields?.filter((name) => name !== 'id') ?? []
  }

  /** For a later run to go on with. */
  get missing(): readonly string[] {
    return this.#missing
  }

  see(items: readonly object[]): void {
    if (items.length === 0) return
    this.#isEmpty = false
    if (this.#missing.length === 0) return
    const { read } = this.#choice
    this.#missing = this.#missing.filter((name) => !items.some((item) => read(item, name) !== undefined))
    if (this.#unknown.length > 0) for (const item of items) this.#note(item, '')
  }

  /**
   * Refuses what nothing has and the interface does not document. Of some events alone it refuses only what is near a documented name: others may have
   * what these have not.
   *
   * @throws CliError that names what is meant, where something was seen
   */
  refuseUnknown(of: 'all' | 'some'): void {
    const { documented } = this.#choice
    const wrong = of === 'all' ? this.#unknown : this.#unknown.filter((name) => nearest(name, documented) !== undefined)
    if (this.#isEmpty || wrong.length === 0) return
    const known = [...documented, ...this.#others]
    const meant = wrong.map((name) => {
      const near = nearest(name, known) ?? nearest(name, known, 1 / 2)
      return near === undefined ? name : `${name} (did you mean ${near}?)`
    })
    throw new CliError(2, `--fields: ${this.#no} ${meant.join(', ')}`)
  }

  /** Says which of them nothing has. */
  sayMissing(io: Io): void {
    if (!this.#isEmpty) for (const name of this.#missing) say(io, `--fields: ${this.#no} ${name}`)
  }

  get #no(): string {
    return `no ${this.#choice.noun} has`
  }

  get #unknown(): readonly string[] {
    return this.#missing.filter((name) => !isAmong(name, this.#choice.documented))
  }

  #note(value: object, above: string, depth = 0): void {
    for (const [name, below] of Object.entries(value)) {
      if (this.#others.size >= enough) return
      this.#others.add(above + name)
      const isPlain = typeof below !== 'object' || below === null || Array.isArray(below)
      if (!isPlain && depth < 2) this.#note(below, `${above}${name}.`, depth + 1)
    }
  }
}

/** Whether a name is one of these, holds some of them, or is an entry of a list of that name, such as `identifiers.0`. */
const isAmong = (name: string, documented: readonly string[]): boolean =>
  documented.some(
    (each) =>
      each === name ||
      each.startsWith(`${name}.`) ||
      (name.startsWith(`${each}.`) && /^\d+(?:\.|$)/.test(name.slice(each.length + 1))),
  )
