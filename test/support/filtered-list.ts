import { address, eventOf } from './client-answers.ts'
import { clientOver, json, type SentRequest } from './scripted-fetch.ts'

/** How a service handles the parameter `filter`. */
export type FilterSupport = 'honoured' | 'ignored' | 'dropped from next' | 'refused'

export interface FilteredListOptions {
  readonly filterSupport?: FilterSupport
  readonly perPage?: number
  readonly totals?: boolean
  readonly version?: 'v1' | 'v2'
  /** The status of the response if the service refuses filters. */
  readonly refusal?: number
  /** The service's clock, for the header `Date`. */
  readonly date?: () => string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A hand-written list of a service. It does not parse filters: the test says which events match.
 *
 * @param events fields of the events `e0`, `e1` … in their order
 * @param leaves whether an event matches the filter that was sent
 */
export function filteredListOf(
  events: () => readonly Fields[],
  leaves: (event: Fields, filter: string) => boolean,
  {
    filterSupport = 'honoured',
    perPage = 2,
    totals = true,
    version = 'v2',
    refusal = 400,
    date = () => undefined,
  }: FilteredListOptions = {},
): (request: Pick<SentRequest, 'url'>) => Response | Promise<Response> {
  return (asked) => {
    const request = asked as SentRequest
    const { searchParams } = new URL(request.url)
    const [page, filter] = [Number(searchParams.get('page') ?? 1), searchParams.get('filter')]
    if (filter !== null && filterSupport === 'refused')
      return json({ error: 'filter is not supported' }, refusal)(request)
    const all = events().map((fields, index) => ({ id: `e${index}`, fields }))
    const appliedFilter = filterSupport === 'ignored' ? null : filter
    const listed = appliedFilter === null ? all : all.filter(({ fields }) => leaves(fields, appliedFilter))
    const shown = listed.slice((page - 1) * perPage, page * perPage)
    const pages = Math.ceil(listed.length / perPage)
    const kept = filter === null || filterSupport === 'dropped from next' ? '' : `&filter=${encodeURIComponent(filter)}`
    const now = date()
    return json(
      {
        page,
        ...(totals && { per_page: perPage, total_pages: pages, total_records: listed.length }),
        _links: {
          self: { href: request.url },
          ...(page < pages && { next: { href: address(version, `events?page=${page + 1}${kept}`) } }),
        },
        _embedded: { 'osdi:events': shown.map(({ id, fields }) => eventOf(version, id, fields)) },
      },
      200,
      now === undefined ? {} : { date: now },
    )(request)
  }
}

/** A client for such a list, and its requests. */
export const filteredList = (...list: Parameters<typeof filteredListOf>) =>
  clientOver(list[2]?.version ?? 'v2', [filteredListOf(...list)])

/** The filter in a request. */
export const filterOf = ({ url }: SentRequest): string | null => new URL(url).searchParams.get('filter')
