// Errors that others threw: what they say, from wherever in the chain of causes it stands.

/** The first that `pick` finds in an error, what caused it, and what caused that. Reading a foreign error may throw. */
function search(
  thrown: unknown,
  pick: (error: object) => unknown,
  depth = 0,
  seen = new Set<unknown>(),
): string | undefined {
  try {
    if (depth > 4 || seen.has(thrown)) return undefined
    seen.add(thrown)
    const error: { readonly cause?: unknown; readonly errors?: unknown } = Object(thrown)
    const found = pick(error)
    if (typeof found === 'string' && found !== '') return found
    for (const nested of [error.cause, error.errors].flat()) {
      const below = search(nested, pick, depth + 1, seen)
      if (below) return below
    }
  } catch {}
  return undefined
}

/** The platform's word for what went wrong, such as `ECONNREFUSED`, from wherever in the chain of causes it stands. */
export const codeOf = (thrown: unknown): string | undefined => search(thrown, (error) => Reflect.get(error, 'code'))

/** The innermost message of a chain of causes: the outer ones only say that a fetch failed. */
export const reasonOf = (thrown: unknown): string | undefined =>
  search(thrown, (error) => (Reflect.get(error, 'cause') ? undefined : Reflect.get(error, 'message')))

/** Failures that happen before a request leaves: the service cannot have seen it. */
const beforeLeaving = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'])

/** How Deno tells the same, which has no codes. No address of a request can hold it, for in an address spaces are encoded. */
const whileConnecting = ' client error (Connect): '

/** Whether a request surely never left. Where several addresses were tried, each of them has to say so. */
export function neverLeft(thrown: unknown, depth = 0, known = new Map<object, boolean>()): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const before = known.get(thrown)
  if (before !== undefined) return before
  // An error that holds itself says nothing of itself.
  known.set(thrown, false)
  const result = saysItNeverLeft(thrown, (inner) => neverLeft(inner, depth + 1, known))
  known.set(thrown, result)
  return result
}

function saysItNeverLeft(thrown: object, inner: (thrown: unknown) => boolean): boolean {
  try {
    const { code, cause, errors, message } = thrown as Readonly<Record<string, unknown>>
    if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => inner(each))
    if (typeof code === 'string') return beforeLeaving.has(code)
    return String(message).includes(whileConnecting) || inner(cause)
  } catch {
    return false
  }
}
