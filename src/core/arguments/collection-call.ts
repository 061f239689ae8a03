import { InputError } from '../errors/errors.ts'
import { checkInput } from '../schemas/parse.ts'
import { type Call, readCall } from './call.ts'
import type { ListOptions, OnInvalid, PageOptions } from './call-options.ts'
import { optionSchemas } from './option-schemas.ts'

/** Options of a list, or of one page. */
export interface CollectionCall {
  readonly call: Call
  readonly campaign: string | undefined
  readonly page: number | undefined
}

/** How far a walk goes, and how far ahead. */
export interface WalkLimits {
  /** How many pages to ask for before their turn. */
  readonly prefetch: number
  /** The most events to yield. */
  readonly max: number
  /** The most pages to yield. */
  readonly maxPages: number
}

/** Options of a list. */
export interface ListCall extends CollectionCall {
  readonly onInvalid: OnInvalid
  readonly resume: string | undefined
  readonly limits: WalkLimits
}

/** @throws InputError naming the option that cannot be used */
export function readPageOptions(options: PageOptions | undefined, page: number, defaults: Call): CollectionCall {
  checkInput(optionSchemas().pageNumber, page, 'page', () => 'is not known')
  return collectionCall(readCall(optionSchemas().page, options, defaults), options?.campaign, page)
}

/** As many as it takes that the next answer is always there when the one before is read, also where the service is near. */
const defaultPrefetch = 4

/** @throws InputError naming the option that cannot be used */
export function readListOptions(options: ListOptions | undefined, defaults: Call): ListCall {
  const list = collectionCall(readCall(optionSchemas().list, options, defaults), options?.campaign, options?.page)
  const { onInvalid = 'throw', resume, max = Infinity, maxPages = Infinity, prefetch = defaultPrefetch } = options ?? {}
  return { ...list, onInvalid, resume, limits: { max, maxPages, prefetch } }
}

function collectionCall(call: Call, campaign: string | undefined, page: number | undefined): CollectionCall {
  if ('page' in call.query) throw InputError.of('query.page', 'has a place of its own: the number or option "page"')
  return { call, campaign, page }
}
