import { type Collection, type EventV2, eventsOf, idOf } from 'osdi-events'
import { address, pageOf } from './client-answers.ts'
import { clientOver, json, type Step } from './scripted-fetch.ts'

/** Address of a page of the list of version 2. */
export const url = (page: number, more = ''): string => address('v2', `events?page=${page}${more}`)

/** The ids of events as one text. */
export const idsOf = (events: readonly object[]): string => events.map((event) => idOf(event as EventV2)).join(' ')

/** The ids of the events of a page as one text; `done` if there is no page. */
export const idsOn = ({ done, value }: IteratorResult<object, undefined>): string =>
  done ? 'done' : idsOf(eventsOf(value as Collection<object>))

/** Responds with a page of events. Spaces separate the `ids`. */
export const page = (ids: string, next?: string, more: object = {}): Step =>
  json({ ...pageOf('v2', ids === '' ? [] : ids.split(' '), next), ...more })

/** Five events on three pages without totals. */
export const threePages: readonly Step[] = [page('e1 e2', url(2)), page('e3 e4', url(3)), page('e5')]

/** Iterates all pages with a client of version 2 over a script. Returns ids page by page, and the numbers of the requested pages. */
export const iteratePages = async (steps: readonly Step[], options: object = {}) => {
  const { client, requests } = clientOver('v2', steps)
  const walk = client.list(options).pages()
  const pages: string[] = []
  for await (const each of walk) pages.push(idsOf(eventsOf(each as Collection<object>)))
  const urls = requests.map((request) => request.url)
  const asked = urls.map((each) => new URL(each).searchParams.get('page') ?? '1').join(' ')
  return { pages, asked, urls, report: walk.report, walk }
}
