import { expand, pageNumberOf } from '../address/service-address.ts'
import { jsonOrText, oneLine } from '../base/messages.ts'
import { originOf, remember } from '../base/origin.ts'
import { isCount, isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Link, Paged } from '../hal/hal.ts'
import { checkPage } from '../hal/relations.ts'
import { type Cursor, cursorAfter, initialCursor } from './cursor.ts'
import { parsePage } from './page-read.ts'

/** The list that a checkpoint is bound to. */
export interface ListScope {
  /** Address of the collection, with its query. So it has the service, the version, the campaign and the parameters. */
  readonly collection: string
  /** Removes API keys from a text. */
  clean(text: string): string
  /** Removes personal data from an address of the list. */
  mask(href: string): string
}

/** The members of a checkpoint's JSON, with an example of each type. These names must not change: users store checkpoints. */
const memberExamples = {
  osdi: 1,
  of: '',
  next: '',
  templated: true,
  at: '',
  passed: 0,
  last: '',
  total: 0,
  per: 0,
  fewest: 0,
  most: 0,
  skipped: 0,
  cut: true,
  met: 0,
  uncertain: true,
  unclean: true,
}

type Checkpoint = { readonly [Name in keyof typeof memberExamples]?: (typeof memberExamples)[Name] | undefined }

function isCheckpoint(value: unknown): value is Checkpoint & { readonly of: string } {
  if (!isObjectLike(value)) return false
  const { osdi, of, passed = 0 } = value
  const typed = Object.entries(memberExamples).every(
    ([name, like]) => value[name] === undefined || typeof value[name] === typeof like,
  )
  return osdi === 1 && of !== undefined && typed && isCount(passed)
}

/** A link as an absolute address. A link that is no address stays unchanged; the client refuses to follow it later. */
function absoluteHref(link: Link, from: string): string {
  const { href, needs } = expand(link)
  return needs === undefined && URL.canParse(href, from) ? new URL(href, from).href : link.href
}

/** Writes a cursor as text. Removes API keys, because an address that the service returned may contain one. */
export function writeCheckpoint(cursor: Cursor, scope: ListScope): string {
  const { link, from, last, total, perPage, minTotal, maxSeen, skipped, isCut, seen, offset, certain } = cursor
  const next = link && scope.mask(absoluteHref(link, from))
  const at = cursor.at && scope.mask(cursor.at)
  const unclean = [next, at].some((href) => href !== undefined && scope.clean(href) !== href)
  // `JSON.stringify` leaves out members that are undefined.
  return JSON.stringify({
    osdi: 1,
    of: scope.clean(scope.collection),
    next: next && scope.clean(next),
    templated: link?.templated || undefined,
    at: at && scope.clean(at),
    passed: offset || undefined,
    // Without an id, the identity is JSON, which may name a person.
    last: last?.startsWith('{') ? undefined : last && scope.clean(last),
    total,
    per: perPage,
    fewest: minTotal,
    most: maxSeen === total ? undefined : maxSeen,
    skipped: skipped || undefined,
    cut: isCut || undefined,
    met: seen || undefined,
    uncertain: !certain || undefined,
    unclean: unclean || undefined,
  } satisfies Checkpoint)
}

/** @throws InputError if a checkpoint or cursor belongs to another list than `scope` */
export function checkBound(field: 'resume' | 'since', bound: string, scope: ListScope): void {
  const own = scope.clean(scope.collection)
  if (bound !== own) throw InputError.of(field, `belongs to the list ${oneLine(scope.clean(bound))}, and not to ${own}`)
}

/**
 * Reads the cursor of a checkpoint. Its addresses are checked later, when the client follows them.
 *
 * @throws InputError if the text is no checkpoint, or a checkpoint of another list
 */
export function readCheckpoint(text: string, scope: ListScope): Cursor {
  const checkpoint = jsonOrText(text)
  if (!isCheckpoint(checkpoint)) throw InputError.of('resume', 'is not a checkpoint of a list')
  const {
    of,
    next,
    templated,
    at,
    passed = 0,
    last,
    total,
    per,
    fewest,
    most = total,
    skipped = 0,
    cut = false,
    met = 0,
    uncertain = false,
    unclean = false,
  } = checkpoint
  checkBound('resume', of, scope)
  if (unclean)
    throw InputError.of(
      'resume',
      'cannot be used: the addresses of the pages contained the API key, which a checkpoint must not contain; start from the beginning',
    )
  const from = at ?? scope.collection
  const link = next === undefined ? undefined : { href: next, templated: templated ?? false }
  return {
    link,
    from,
    at,
    last,
    total,
    skipped,
    offset: passed,
    perPage: per,
    minTotal: fewest,
    maxSeen: most,
    seen: met,
    isCut: cut,
    certain: !uncertain,
  }
}

/** Remembers the position after a page that was requested by its number. */
export function rememberPageCheckpoint(page: Paged, url: URL, scope: ListScope): void {
  const read = parsePage(url, page)
  const seen = read.items.length
  const certain = read.total !== undefined && !read.isContradictory
  const cursor = cursorAfter(read, seen, initialCursor(url, pageNumberOf(url)), { seen, certain })
  rememberCheckpoint(page, cursor, scope)
}

/** A page remembers the position after it, and nothing of its iteration, which would stay in memory. */
export const rememberCheckpoint = (page: object, cursor: Cursor, scope: ListScope): void =>
  remember(page, { checkpoint: () => writeCheckpoint(cursor, scope) })

/**
 * Position after a page: a short text for `list({ resume })`, in this process or another one. It is bound to the service, the version and the query
 * of its list. It does not contain the API key.
 *
 * @throws InputError for a promise, an array, a copy of a page, and any other value that no client returned
 *
 * @example
 * ```ts
 * import { checkpointOf, EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * let checkpoint: string | undefined
 * for await (const page of events.list().pages()) {
 *   checkpoint = checkpointOf(page)
 *   if (page.page === 2) break
 * }
 * for await (const event of events.list({ resume: checkpoint })) console.log(event.title) // from page 3 on
 * ```
 */
export function checkpointOf(page: Paged): string {
  checkPage(page)
  const checkpoint = originOf(page)?.checkpoint
  if (!checkpoint) throw InputError.of('page', 'no client returned this page; a copy does not remember its place')
  return checkpoint()
}
