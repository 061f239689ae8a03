import type { Collection } from '../hal/hal.ts'

/**
 * What to do with a result that is not what the API describes. `throw`: throw a {@link SchemaError}. `report`: leave the item out of its page;
 * `rejectedOf(page)` returns it, and the report of the iteration counts it. `keep`: return the result as the service sent it; `issuesOf(result)` says
 * what is wrong with it.
 */
export type OnInvalid = 'throw' | 'report' | 'keep'

/** What a call of one result does with an invalid result: it has no page to leave it out of. */
export type OnInvalidResult = Exclude<OnInvalid, 'report'>

/**
 * The type of a result, by the type of the option `onInvalid`. If that is `'keep'`, each field may be absent. If the compiler does not know the value,
 * the type is that of a valid result.
 */
export type Kept<Result, Invalid extends OnInvalid> = [Invalid] extends ['keep'] ? Partial<Result> : Result

/** The type of a page of events, by the type of the option `onInvalid`. */
export type KeptPage<Event, Page, Invalid extends OnInvalid> = [Invalid] extends ['keep']
  ? Collection<Partial<Event>>
  : Page
