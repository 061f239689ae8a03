import { namespaceAdvice } from '../../run/client-error.ts'
import type { Version } from '../../run/service.ts'
import { type Finding, note, well, wrong } from './finding.ts'

/** A page of events, as the service sent it. No member is checked yet. */
export interface RawPage {
  readonly per_page?: unknown
  readonly total_records?: unknown
  readonly events: readonly object[]
  /** Names of curies, without `osdi`. */
  readonly prefixes: readonly string[]
}

/** The members that make an object a page of events, also of none. */
const ofPages = ['_embedded', 'total_records', 'total_pages', 'per_page']

/** Reads a page; undefined if the text is no page of events. */
export function readPage(text: string, eventsOf: (page: object) => unknown[]): RawPage | undefined {
  try {
    const page: unknown = JSON.parse(text)
    if (typeof page !== 'object' || !page || !ofPages.some((name) => Object.hasOwn(page, name))) return undefined
    const { per_page, total_records, _links } = page as Readonly<Record<string, unknown>>
    const curies: unknown = Object(_links).curies
    const names = (Array.isArray(curies) ? curies : []).map((each) => Object(each).name)
    return {
      per_page,
      total_records,
      events: eventsOf(page).filter((each): each is object => typeof each === 'object' && each !== null),
      prefixes: names.filter((name) => typeof name === 'string' && name !== 'osdi'),
    }
  } catch {
    return undefined
  }
}

/** A prefix that can be the value of `--namespace`. The service could send any text. */
const isPrefix = (text: string): boolean => /^[a-z][\w-]{0,40}$/i.test(text)

/** Whether `--namespace` is a prefix that the service uses, in its curies or its identifiers. */
export function namespaceFinding({ events, prefixes }: RawPage, namespace: string): Finding {
  const what = 'namespace'
  const first = events.map((event) => {
    const { identifiers }: { readonly identifiers?: unknown } = event
    return Array.isArray(identifiers) ? identifiers.map((each) => String(each).split(':', 1)[0] ?? '') : []
  })
  if (prefixes.includes(namespace)) return well(what, `${namespace}, as in the curies of the service`)
  const inAll = first.length > 0 && first.every((each) => each.includes(namespace))
  if (inAll) return well(what, `${namespace}, as in the identifiers of events`)
  const other = [...prefixes, ...first.flat()].find(isPrefix)
  if (other === undefined) return note(what, `${namespace}; the service sent nothing that shows its prefix`)
  return wrong(what, `${namespace}, but the service uses ${other}`, namespaceAdvice([other]))
}

/** Whether the key belongs to a group: only then events have a sponsor. */
export function kindFinding({ events }: RawPage): Finding {
  const what = 'kind of key'
  const hasSponsor = events.some((event) =>
    Object.entries(event).some(([name, value]) => /:sponsor$/.test(name) && typeof value === 'object' && value),
  )
  if (hasSponsor) return well(what, 'of a group: its events have a sponsor')
  if (events.length === 0) return note(what, 'not known: the key has no event')
  return well(what, 'probably of an individual: no event has a sponsor')
}

/** The number of events on a page. */
export function pageSizeFinding({ per_page, total_records, events }: RawPage): Finding {
  const what = 'page size'
  const total = Number.isSafeInteger(total_records) ? `, ${total_records} in all` : ''
  if (Number.isSafeInteger(per_page)) return well(what, `${per_page} events${total}`)
  return events.length > 0 ? well(what, `${events.length} events${total}`) : note(what, 'not known: no events')
}

/** Milliseconds that clocks may differ. The `Date` header has whole seconds. */
const toleratedSkewMs = 60_000

/** How far the clock of this machine is from that of the service. */
export function clockFinding(date: string | null, now: number): Finding {
  const what = 'clock'
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return note(what, 'not known: the service sends no date')
  const skew = now - there
  if (Math.abs(skew) <= toleratedSkewMs) return well(what, 'as that of the service')
  const found = `this machine is ${spanText(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the service`
  return wrong(what, found, 'set the clock of the machine that is wrong; --changed-since depends on both')
}

function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** A filter that no event matches. */
export const filterOfNothing: Readonly<Record<Version, string>> = {
  v1: "modified_at gt '2999-01-01T00:00:00Z'",
  v2: "modified_date gt '2999-01-01T00:00:00Z'",
}

/** Whether the service honours a filter that no event matches. A service without filters is slower, not wrong. */
export function filterFinding(first: RawPage, filtered: RawPage | undefined): Finding {
  const what = 'filters'
  if (first.events.length === 0) return note(what, 'not known: the key has no event')
  if (!filtered) return note(what, 'the service refuses a filter; find and upsert read whole lists')
  if (filtered.events.length === 0) return well(what, 'honoured')
  return note(what, 'ignored: find, upsert and --changed-since read whole lists')
}
