import { type Random, randomFrom } from './random.ts'
import { type Uuids, uuidsFrom } from './uuids.ts'

const kinds = ['person', 'group', 'campaign', 'event', 'attendance'] as const

/** What the service gives ids to. */
export type Kind = (typeof kinds)[number]

/** How ids look (assumption `ids`). */
export type IdForm = 'uuid' | 'number'

/** Ids and tokens of one service. Each follows from the seed and from how many were made before: nothing is remembered. */
export interface Ids {
  readonly seed: string
  readonly form: IdForm
  /** The id of the thing of a kind that was made after so many others of it. */
  idOf(kind: Kind, serial: number): string
  /** Undo of `idOf`: undefined for a text that is the id of no such thing. */
  serialOf(kind: Kind, id: string): number | undefined
  token(serial: number): string
}

export const idsFrom = (seed: string, form: IdForm): Ids => ({
  seed,
  form,
  ...(form === 'uuid' ? uuids(seed) : numbers),
  token: (serial) => {
    const random = randomFrom(`${seed} token ${serial}`)
    return hex(random) + hex(random) + hex(random) + hex(random)
  },
})

const hex = (random: Random): string => random().toString(16).padStart(8, '0')

function uuids(seed: string): Pick<Ids, 'idOf' | 'serialOf'> {
  const of: Readonly<Record<Kind, Uuids>> = {
    person: uuidsFrom(`${seed} person`),
    group: uuidsFrom(`${seed} group`),
    campaign: uuidsFrom(`${seed} campaign`),
    event: uuidsFrom(`${seed} event`),
    attendance: uuidsFrom(`${seed} attendance`),
  }
  return { idOf: (kind, serial) => of[kind].of(serial), serialOf: (kind, id) => of[kind].serialOf(id) }
}

// No two kinds share a number, and none of them is 0.
const numbers: Pick<Ids, 'idOf' | 'serialOf'> = {
  idOf: (kind, serial) => String(serial * 8 + kinds.indexOf(kind) + 1),
  serialOf: (kind, id) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) return undefined
    const serial = (Number(id) - kinds.indexOf(kind) - 1) / 8
    return serial >= 0 && Number.isInteger(serial) ? serial : undefined
  },
}
