import { serve } from '../server.ts'
import type { Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { nameOf, watch } from '../watch.ts'
import { redirected, secretsIn, withBoth } from './redirects.ts'

/** Names a page on a second server as the next, and says what arrived there. */
async function linked(subject: Subject, bound: boolean): Promise<string> {
  const { dialect } = subject
  if (!dialect.namesNext && !dialect.named) return 'makes the address itself'
  const pageOf = (number: number, next: string | undefined, origin: string) => {
    const ids = [String(number)]
    const place = { next, number, total: 2, perPage: 1 }
    const { body, headers } = dialect.named?.(ids, next) ?? dialect.page(ids, place, origin)
    return { headers: { 'content-type': dialect.contentType, ...headers }, body }
  }
  await using foreign = await serve(() => pageOf(2, undefined, 'http://127.0.0.1'))
  await using home = await serve(({ url }) => pageOf(1, `${foreign.origin}${url.pathname}?page=2`, url.origin))
  const opened = subject.open({ ...withBoth(subject, home.origin), bound })
  const ids = opened.named?.() ?? opened.ids()
  const ending = await watch(async () => {
    while (!(await ids.next()).done);
  }, 5000)
  const [arrived] = foreign.requests
  if (arrived) return `followed; ${secretsIn(arrived.headers, subject)}`
  return `not followed: ${ending.how === 'error' ? nameOf(ending.error) : 'the listing ends there'}`
}

export const links: readonly Situation[] = [
  {
    id: 'link',
    row: 'the next page is on another origin',
    how: 'The first page names a second server as the place of the next. Is it asked, and with which secrets?',
    try: (subject) => linked(subject, false),
  },
  {
    id: 'bound',
    row: 'both, with the key bound to its origin',
    how: 'The redirect and the next page again, where the client has a documented way to say that the key belongs to one origin.',
    async try(subject) {
      if (subject.binds !== 'option') return subject.binds === 'always' ? 'it always is' : 'no such option'
      return `redirect ${await redirected(subject, true)}; next page ${await linked(subject, true)}`
    },
  },
]
