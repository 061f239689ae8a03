import { typingErrors } from '../text/strings.ts'

const secretWords = /api(?:key|tok)|token|secret(?!ar)|authori[sz]ation|cookie|password|osdi.*(?:key|tok)/

/**
 * Key headers of the two versions (v1 §5.1, v2 §5.1), without dashes. The number says how many typing errors a name can have to be
 * recognized.
 */
const keyNames = { apikey: 1, osdiapitoken: 2 } as const

// Cache of results, because the same few names occur again and again.
const known = new Map<string, boolean>()
const maxKnown = 1000
/** How many characters of a name `isSecretName` reads. */
const maxLength = 200

/**
 * Whether a header, a query parameter or a JSON member with this name has a secret value. Ignores case, dashes and underscores. Accepts
 * mistyped names of key headers too, because the log must also redact the keys of such requests.
 */
export function isSecretName(whole: string): boolean {
  const name = whole.slice(0, maxLength)
  const before = known.get(name)
  if (before !== undefined) return before
  const letters = name.toLowerCase().replace(/[^a-z0-9]+/g, '')
  const isSecret =
    secretWords.test(letters) || Object.entries(keyNames).some(([key, errors]) => typingErrors(letters, key) <= errors)
  if (known.size >= maxKnown) known.clear()
  known.set(name, isSecret)
  return isSecret
}
