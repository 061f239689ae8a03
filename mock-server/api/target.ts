/** What a target asks for. */
export interface Target {
  /** Its path, as it stands. */
  readonly path: string
  /** Its query, as it stands and as it is read. */
  readonly search: string
  readonly query: URLSearchParams
}

// Nobody changes it.
const noQuery = new URLSearchParams()

/** Splits a target into its path and its query. */
export function parseTarget(target: string): Target {
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, search: '', query: noQuery }
  const search = target.slice(mark)
  return { path: target.slice(0, mark), search, query: new URLSearchParams(search) }
}
