import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks'
import type { Span } from '../parts/rows-in-view.ts'

/** Rows that are asked for at once. */
const onPage = 100
/** Milliseconds that a list has to stand still before its rows are asked for: who scrolls far passes many by. */
const pause = 40

/** The rows of a list that is as long as it is, those that are known of them. */
export interface Rows<Row> {
  /** Which list it is. */
  readonly of: string
  /** Undefined until the first answer, and where that is a refusal. */
  readonly total: number | undefined
  /** Whether it is that of what is asked for now, and not of what was asked for before. */
  readonly isCurrent: boolean
  readonly error: Error | undefined
  readonly row: (index: number) => Row | undefined
  /** Says which rows are looked at. */
  readonly want: (span: Span) => void
  readonly reload: () => void
}

/** A page of a list, as the service answers it. */
interface Page<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

interface State<Row> {
  readonly of: string
  total: number | undefined
  error: Error | undefined
  /** By the number of the page, from 0. */
  readonly pages: Map<number, readonly Row[]>
  /** Pages that are from before the last change. */
  readonly stale: Set<number>
  wanted: readonly number[]
  isAsking: boolean
  /** The page that is asked for now. */
  asked: number | undefined
}

const emptyOf = <Row>(of: string): State<Row> => ({
  of,
  total: undefined,
  error: undefined,
  pages: new Map(),
  stale: new Set(),
  wanted: [0],
  isAsking: false,
  asked: undefined,
})

/** The rows of a list: those that are looked at are asked for, and again when one of `on` has changed. Another `of` is another list. */
export function useRows<Row>(
  load: (query: { readonly page: number; readonly per_page: number }) => Promise<Page<Row>>,
  { of, on }: { readonly of: string; readonly on: readonly unknown[] },
): Rows<Row> {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const state = useRef(emptyOf<Row>(of))
  // What was found before stays to be seen until the first answer comes.
  if (state.current.of !== of) state.current = { ...emptyOf<Row>(of), total: state.current.total }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = useCallback(async () => {
    const mine = state.current
    if (mine.isAsking) return
    mine.isAsking = true
    for (;;) {
      const page = mine.wanted.find((each) => !mine.pages.has(each) || mine.stale.has(each))
      if (page === undefined || mine !== state.current) break
      mine.stale.delete(page)
      mine.asked = page
      try {
        const got = await load({ page: page + 1, per_page: onPage })
        mine.total = got.total
        mine.pages.set(page, got.rows)
        mine.error = undefined
      } catch (error) {
        mine.stale.add(page)
        mine.error = error instanceof Error ? error : new Error(String(error))
        // What stands there is what was found before, and nothing takes its place.
        if (mine.pages.size === 0) mine.total = undefined
        break
      }
      if (mine === state.current) draw(0)
    }
    mine.isAsking = false
    mine.asked = undefined
    if (mine === state.current) draw(0)
  }, [of])

  useEffect(() => {
    const { pages, stale, asked } = state.current
    for (const page of pages.keys()) stale.add(page)
    // Its answer may have been made before the change.
    if (asked !== undefined) stale.add(asked)
    void ask()
  }, [of, ...on])

  const want = useCallback(
    ({ from, to }: Span) => {
      const first = Math.floor(from / onPage)
      const last = Math.max(first, Math.floor((to - 1) / onPage))
      state.current.wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void ask(), pause)
    },
    [of],
  )
  const { total, error, pages } = state.current
  const row = (index: number) => pages.get(Math.floor(index / onPage))?.[index % onPage]
  return { of, total, isCurrent: pages.size > 0, error, row, want, reload: () => void ask() }
}
