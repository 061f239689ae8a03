import { serve } from '../server.ts'
import { type Cell, plain, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { watch } from '../watch.ts'
import { led, redirected, withBoth } from './redirects.ts'

/** Names a page on a second server as the next, and says what arrived there. */
async function linked(subject: Subject, bound: boolean): Promise<Cell> {
  const { dialect } = subject
  if (!dialect.namesNext && !dialect.named) return plain('own address', 'makes the address itself')
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
  return led(foreign, ending, subject)
}

export const links: readonly Situation[] = [
  {
    id: 'link',
    row: 'The next page is on another origin',
    how: 'The first page names a second server as the place of the next. Is it asked, and with which secrets?',
    try: (subject) => linked(subject, false),
  },
  {
    id: 'bound',
    row: 'Both, with the key bound to its origin',
    how: 'The redirect and the next page again, where the client has a documented way to say that the key belongs to one origin.',
    async try(subject) {
      if (subject.binds === 'always') return plain('always', 'it always is')
      if (subject.binds === 'no') return plain('no option', 'no such option')
      const redirect = await redirected(subject, true)
      const link = await linked(subject, true)
      const leaks = [
        redirect.brief.includes('**') && '**by redirect**',
        link.brief.includes('**') && '**by link**',
      ].filter(Boolean)
      return { brief: leaks.join(', ') || 'no secret sent', seen: `redirect ${redirect.seen}; next page ${link.seen}` }
    },
  },
]
