import { type Answer, serve } from '../server.ts'
import { type Cell, key, plain, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { nameOf, watch } from '../watch.ts'

/** Longer than all attempts of any of them take. */
const longest = 20_000

async function createsAt(subject: Subject, answer: Answer): Promise<Cell> {
  await using home = await serve(() => answer)
  const ending = await watch(() => subject.open({ origin: home.origin, key }).create(), longest)
  const creates = home.requests.filter(({ method }) => method === 'POST')
  const marks = new Set(creates.map(({ headers }) => headers['idempotency-key']))
  const [mark] = marks
  const marked = mark !== undefined && marks.size === 1
  const count = creates.length > 1 && !marked ? `**${creates.length}**` : String(creates.length)
  const how = marked ? ', with one `Idempotency-Key`' : ''
  const outcome =
    ending.how === 'error' ? (ending.error as { readonly outcome?: unknown } | undefined)?.outcome : undefined
  const told = typeof outcome === 'string' ? `, \`outcome: '${outcome}'\`` : ''
  const end = ending.how === 'error' ? nameOf(ending.error) : ending.how === 'open' ? 'no end' : '**no error**'
  return plain(marked && creates.length > 1 ? `${count}, *marked*` : count, `${count}${how}; ${end}${told}`)
}

export const creates: readonly Situation[] = [
  {
    id: 'post-503',
    row: 'Creates that arrive where each is answered 503',
    how: 'The service answers every POST with 503, of which nobody knows whether it took effect. How many arrive, with default settings, within 20 seconds?',
    try: (subject) => {
      const { contentType, refusal } = subject.dialect
      return createsAt(subject, { status: 503, headers: { 'content-type': contentType }, body: refusal('Try later') })
    },
  },
  {
    id: 'post-cut',
    row: 'Creates that arrive where the connection breaks',
    how: 'The service takes in every POST whole, and the connection ends without an answer.',
    try: (subject) => createsAt(subject, { ending: 'cut' }),
  },
]
