import { isObject } from '../text/json.ts'
import type { MockNews } from '../types.ts'

const kinds: Readonly<Record<MockNews['kind'], true>> = {
  start: true,
  request: true,
  journal: true,
  state: true,
  faults: true,
  clock: true,
}

/** The news in a piece of a stream of server-sent events, and the beginning of the next. Kinds of newer services are passed over. */
export function newsIn(text: string): { readonly news: readonly MockNews[]; readonly rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { news: blocks.flatMap((block) => newsOf(block) ?? []), rest }
}

function newsOf(block: string): MockNews | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  const value: unknown = data === undefined ? undefined : JSON.parse(data.slice('data: '.length))
  return isNews(value) ? value : undefined
}

const isNews = (value: unknown): value is MockNews =>
  isObject(value) && typeof value.kind === 'string' && Object.hasOwn(kinds, value.kind)
