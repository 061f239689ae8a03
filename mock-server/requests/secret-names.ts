const secretWords = /\bapi\b|api(?:key|tok)|token|secret(?!ar)|authori[sz]ation|cookie|pass-?word|osdi.*(?:key|tok)/

/** How many characters of a name `isSecretName` reads. */
const maxLength = 200

/**
 * Whether a header, a query parameter or a JSON member with this name has a secret value. Ignores case, and reads `_` as `-`. The word `api`
 * is enough, so that a mistyped key header such as `ODSI-API-Toekn` counts too.
 */
export const isSecretName = (name: string): boolean =>
  secretWords.test(name.slice(0, maxLength).toLowerCase().replaceAll('_', '-'))
