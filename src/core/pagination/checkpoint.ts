import { InputError } from '../errors/error-classes.ts'
import { checkPage, type Link, type Paged } from '../hal/hal.ts'
import { jsonOrText, oneLine } from '../text/messages.ts'
import { pageNumberOf } from '../url/service-url.ts'
import { expand } from '../url/template.ts'
import { isObject } from '../values/arguments.ts'
import { originOf, remember } from '../values/origin.ts'
import { type Cursor, cursorAfter, initialCursor } from './cursor.ts'
import { parsePage } from './page-read.ts'

/** What a checkpoint is bound to. */
export interface Scope {
  /** Address of the collection, its query included: service, version, campaign and parameters. */
  readonly collection: string
  /** Takes keys out of a text. */
  clean(text: string): string
}

/** A checkpoint's JSON: the cursor, with names that stay. Of each an example, which tells its type. */
const example = {
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

type Checkpoint = { readonly [Name in keyof typeof example]?: (typeof example)[Name] | undefined }

function isCheckpoint(value: unknown): value is Checkpoint & { readonly of: string } {
  if (!isObject(value)) return false
  const { osdi, of, passed = 0 } = value
  const typed = Object.entries(example).every(
    ([name, like]) => value[name] === undefined || typeof value[name] === typeof like,
  )
  return osdi === 1 && of !== undefined && typed && Number.isSafeInteger(passed) && Number(passed) >= 0
}

/** A link as an absolute address; what cannot be one is refused when it is followed, and stays as it is. */
function absolute(link: Link, from: string): string {
  const { href, needs } = expand(link)
  return needs === undefined && URL.canParse(href, from) ? new URL(href, from).href : link.href
}

/** A cursor as text, without the keys that addresses may repeat. */
export function checkpointAt(cursor: Cursor, { collection, clean }: Scope): string {
  const { link, from, at, last, total, perPage, minTotal, maxSeen, skipped, isCut, seen, offset, certain } = cursor
  const next = link && absolute(link, from)
  const unclean = [next, at].some((href) => href !== undefined && clean(href) !== href)
  // What is undefined is not written.
  return JSON.stringify({
    osdi: 1,
    of: clean(collection),
    next: next && clean(next),
    templated: link?.templated || undefined,
    at: at && clean(at),
    passed: offset || undefined,
    last: last && clean(last),
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

/** @throws InputError where what a text is bound to is another list than that of the scope */
export function checkBound(field: 'resume' | 'since', bound: string, { collection, clean }: Scope): void {
  const [other, own] = [clean(bound), clean(collection)]
  if (bound !== own) throw InputError.of(field, `belongs to the list ${oneLine(other)}, and not to ${own}`)
}

/**
 * The cursor that a checkpoint holds. Its addresses are held to the service's when they are followed.
 *
 * @throws InputError where it is none, or belongs to another list
 */
export function cursorOf(text: string, scope: Scope): Cursor {
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
    met = 0,
    ...flags
  } = checkpoint
  checkBound('resume', of, scope)
  if (flags.unclean) throw InputError.of('resume', 'has lost its place: the addresses of the pages held the API key')
  const from = at ?? scope.collection
  const link = next === undefined ? undefined : { href: next, ...(templated !== undefined && { templated }) }
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
    isCut: flags.cut ?? false,
    certain: !flags.uncertain,
  }
}

/** Remembers where an iteration stands behind a page. */
export const rememberCheckpoint = (page: object, cursor: Cursor, scope: Scope): void =>
  remember(page, { checkpoint: () => checkpointAt(cursor, scope) })

/** The same of a page that was asked for by its number. */
export function rememberCheckpointOf(page: Paged, url: URL, scope: Scope): void {
  const read = parsePage(url, page)
  const seen = read.items.length
  const certain = read.total !== undefined && !read.isContradictory
  rememberCheckpoint(page, cursorAfter(read, seen, initialCursor(url, pageNumberOf(url)), { seen, certain }), scope)
}

/**
 * Where an iteration goes on behind a page: a short text for `list({ resume })`, in this process or in another one. It is bound to the service, the
 * version and the query of its list, and holds no key.
 *
 * @throws InputError for a promise of a page, an array, and anything that no client returned, copies included
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
