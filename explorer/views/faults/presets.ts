import { type Draft, draftOf, matchNames } from './draft.ts'

/** Something that goes wrong often, ready to be switched on. */
export interface Preset {
  readonly name: string
  readonly title: string
  readonly does: string
  readonly draft: Draft
}

/** The troubles that an application should be seen to bear. */
export const presets: readonly Preset[] = [
  {
    name: 'slow',
    title: 'The service is slow',
    does: 'Every answer comes half a second to three seconds late.',
    draft: draftOf('latency', { 'effect.ms.min': '500', 'effect.ms.max': '3000' }),
  },
  {
    name: 'busy',
    title: 'Too many requests',
    does: 'The next three are answered 429, to come back after two seconds.',
    draft: draftOf('rate-limit', { 'effect.retryAfter': '2', times: '3' }),
  },
  {
    name: 'down',
    title: 'Down for a moment',
    does: 'The next two are answered 503.',
    draft: draftOf('status', { times: '2' }),
  },
  {
    name: 'lost',
    title: 'Answer lost after the act',
    does: 'The next event is made, and its sender never learns of it.',
    draft: draftOf('reset', { operation: 'events.create', when: 'after', times: '1' }),
  },
  {
    name: 'sign-in',
    title: 'A sign-in page in the way',
    does: 'A web page with status 200 in the place of JSON.',
    draft: draftOf('html'),
  },
  {
    name: 'hangs',
    title: 'No answer at all',
    does: 'Requests wait until your application gives up.',
    draft: draftOf('no-answer'),
  },
  {
    name: 'moving',
    title: 'A list that moves',
    does: 'An event appears while the second page is read.',
    draft: draftOf('new-events', { operation: 'events.list', nth: '2' }),
  },
  {
    name: 'endless',
    title: 'A list without an end',
    does: 'The next link of a page leads back to it.',
    draft: draftOf('next', { operation: 'events.list' }),
  },
]

/** The rule that an address asks for. */
export function draftIn(query: URLSearchParams): Draft {
  const known = presets.find(({ name }) => name === query.get('preset'))?.draft ?? draftOf('latency')
  const given = matchNames.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ''] as const] : []))
  return { ...known, ...Object.fromEntries(given) }
}
