// What a header can carry, and no space at either end, which fetch would cut off.
const token = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/

/** Whether a value can be a key. */
export const isToken = (value: unknown): value is string => typeof value === 'string' && token.test(value)

/** What is said of a value that cannot. */
export const tokenProblem = 'must be 1 to 512 printable ASCII characters, no space at either end'
