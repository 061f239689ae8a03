/** Takes keys out. */
interface Cleaner {
  /** Of a text, or of the beginning of a long one. */
  bounded(text: string): string
  value(value: unknown): unknown
}

/** How far a chain of causes is copied. */
const deepest = 4

/** The most of several errors in one that are copied. */
const widest = 10

/** The most errors that are copied in all: those that hold each other are many more by the ways between them. */
const most = 20

/**
 * A copy of a foreign error that keeps what helps (name, message, code, what caused it) and nothing that could hold a
 * request: the errors of HTTP libraries carry its headers. Whatever was thrown, something comes out.
 */
export function copied(thrown: unknown, clean: Cleaner, depth = 0, budget = { left: most }): unknown {
  try {
    if (thrown instanceof Error) return copiedError(thrown, clean, depth, budget)
    const isObject = typeof thrown === 'object' || typeof thrown === 'function'
    return isObject || typeof thrown === 'string' ? clean.bounded(String(thrown)) : clean.value(thrown)
  } catch {
    return 'something that cannot be shown'
  }
}

function copiedError(error: Error, clean: Cleaner, depth: number, budget: { left: number }): Error {
  budget.left -= 1
  const copy = new Error(clean.bounded(error.message))
  const keep = (name: string, value: unknown) => Object.defineProperty(copy, name, { value, configurable: true })
  const next = (inner: unknown) => copied(inner, clean, depth + 1, budget)
  keep('name', clean.bounded(error.name))
  if (error.stack) keep('stack', clean.bounded(error.stack))
  const { code } = error as Error & { readonly code?: unknown }
  if (typeof code === 'string') Object.assign(copy, { code: clean.bounded(code) })
  if (typeof code === 'number') Object.assign(copy, { code: clean.value(code) })
  if (depth === deepest) return copy
  const { errors, cause } = error as Error & { readonly errors?: unknown }
  if (cause !== undefined && budget.left > 0) keep('cause', next(cause))
  if (Array.isArray(errors)) {
    const list: unknown[] = []
    for (const each of errors.slice(0, widest)) if (budget.left > 0) list.push(next(each))
    Object.assign(copy, { errors: list })
  }
  return copy
}
