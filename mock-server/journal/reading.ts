import { MockServiceError } from '../errors.ts'
import type { JournalEntry, RequestJournal } from '../types.ts'
import { failureOf } from './assertion.ts'
import { conditionsOf, fitsAll } from './filter.ts'

/** What the methods of an array of entries do to the journal that it was taken from, and ask of it. */
export interface Source {
  clear(): void
  record(on: boolean): void
  state(): { readonly on: boolean; readonly dropped: number }
}

type Methods = Omit<RequestJournal, keyof (readonly JournalEntry[])>

/** The prototype of the arrays that a journal hands out: that of an array, with the journal's methods. */
export function methodsOf({ clear, record, state }: Source): object {
  const methods: Methods & ThisType<readonly JournalEntry[]> = {
    matching(filter) {
      const conditions = conditionsOf(filter)
      return Object.freeze(this.filter((entry) => fitsAll(conditions, entry)))
    },
    assert(filter, times) {
      if (times !== undefined && !(Number.isSafeInteger(times) && times >= 0))
        throw new MockServiceError('argument', 'times', 'must be a whole number from 0 up')
      const conditions = conditionsOf(filter)
      const found = this.filter((entry) => fitsAll(conditions, entry))
      if (times === undefined ? found.length > 0 : found.length === times) return Object.freeze(found)
      throw failureOf({ conditions, times, entries: this, ...state() })
    },
    clear,
    record,
  }
  const hidden = Object.entries(methods).map(([name, value]) => [name, { value }] as const)
  return Object.create(Array.prototype, Object.fromEntries(hidden))
}
