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

/** Splits a target into its path and its query. A parameter of `form` replaces the parameters of the query with the same name. */
export function parseTarget(target: string, form?: URLSearchParams): Target {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const search = mark < 0 ? '' : target.slice(mark)
  if (!form?.size) return { path, search, query: search === '' ? noQuery : new URLSearchParams(search) }
  // `delete` for each name would read the whole query each time.
  const names = new Set(form.keys())
  const query = new URLSearchParams([...[...new URLSearchParams(search)].filter(([name]) => !names.has(name)), ...form])
  return { path, search: `?${query}`, query }
}
