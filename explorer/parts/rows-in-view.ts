/** Rows from one up to and without another. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface View {
  /** Pixels above what can be seen, and of what can be seen. */
  readonly scrolled: number
  readonly visible: number
  /** Pixels of each row. */
  readonly height: number
  readonly count: number
}

/** Rows that are drawn beyond what can be seen, so that nothing is missing at the edge while it scrolls. */
const beyond = 8

/** The rows to be drawn. They begin at multiples, so that a little scrolling draws nothing anew. */
export function rowsInView({ scrolled, visible, height, count }: View): Span {
  const from = Math.floor(scrolled / height / beyond - 1) * beyond
  const to = Math.ceil((scrolled + visible) / height / beyond + 1) * beyond
  return { from: Math.max(0, Math.min(from, count)), to: Math.max(0, Math.min(to, count)) }
}
