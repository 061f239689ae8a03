/** The parts of a request target. */
export interface Target {
  /** The path, with its percent-encoding. */
  readonly path: string
  /** The query with `?` and its percent-encoding. `query` has the parsed parameters. */
  readonly search: string
  readonly query: URLSearchParams
}

// All targets without a query share this object. No code changes it.
const noQuery = new URLSearchParams()

/** Splits a target into its path and its query. */
export function parseTarget(target: string): Target {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, search: '', query: noQuery }
  const search = target.slice(mark)
  return { path: target.slice(0, mark), search, query: new URLSearchParams(search) }
}
