/** The parts of a request target. */
export interface Target {
  /** The path, not decoded. */
  readonly path: string
  /** The query, not decoded, and parsed. */
  readonly search: string
  readonly query: URLSearchParams
}

// Shared by all targets without a query. No code changes it.
const noQuery = new URLSearchParams()

/** Splits a target into its path and its query. */
export function parseTarget(target: string): Target {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, search: '', query: noQuery }
  const search = target.slice(mark)
  return { path: target.slice(0, mark), search, query: new URLSearchParams(search) }
}
