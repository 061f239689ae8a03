/** How a value in a rule and the text in a field stand for each other. */
export interface Format {
  /** Reads a text that is not blank. Throws an error that says what the text must be. */
  read(text: string): unknown
  /** Writes a value. Undefined if a field cannot show the value. */
  write(value: unknown): string | undefined
}

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** One line of text. */
export const line: Format = {
  read: (text) => text.trim(),
  write: (value) => (isText(value) && value === value.trim() && !/[\r\n]/.test(value) ? value : undefined),
}

/** Text of any number of lines. */
export const lines: Format = {
  read: (text) => text,
  write: (value) => (isText(value) && !value.includes('\r') ? value : undefined),
}

export const path: Format = {
  read(text) {
    const read = text.trim()
    if (!/^[/*]/.test(read)) throw new Error('Must begin with / or *')
    if (read.includes('?')) throw new Error('Must not have parameters: they have their own field')
    return read
  },
  write: line.write,
}

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): Format {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} up` : `${min} to ${max}`
  return numberLike(/^\d+$/, `a whole number from ${range}`, (number) => number >= min && number <= max)
}

/** The longest time that a timer of a browser or of Node.js can wait. */
const maxMilliseconds = 2 ** 31 - 1

export const milliseconds = numberLike(
  /^(?:\d+\.?\d*|\.\d+)$/,
  `milliseconds from 0 to ${maxMilliseconds}`,
  (number) => number <= maxMilliseconds,
)

function numberLike(pattern: RegExp, expected: string, fits: (number: number) => boolean): Format {
  const isWritten = (text: string) => pattern.test(text) && fits(Number(text))
  return {
    read(text) {
      if (!isWritten(text.trim())) throw new Error(`Must be ${expected}`)
      return Number(text)
    },
    write: (value) => (typeof value === 'number' && isWritten(String(value)) ? String(value) : undefined),
  }
}

/** One of these values. A rule without a value means `preset`, for which the field is empty. */
export const choice = (values: readonly (string | number)[], preset?: string | number): Format => ({
  read: (text) => values.find((value) => String(value) === text),
  write: (value) => (value === preset ? '' : values.some((each) => each === value) ? String(value) : undefined),
})

/** Names with commas between them. */
export const names: Format = {
  read: (text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  write: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((name) => line.write(name) && !name.includes(','))
      ? value.join(', ')
      : undefined,
}

/** The value of `Retry-After`: seconds, a date or another text, or no header. */
export const retryAfter: Format = {
  read(text) {
    const read = text.trim()
    if (read === 'none') return null
    return /^\d+$/.test(read) ? Number(read) : read
  },
  write(value) {
    if (value === null) return 'none'
    if (typeof value === 'number') return wholeNumber(0).write(value)
    return value === 'none' || /^\d+$/.test(String(value)) ? undefined : line.write(value)
  },
}

/**
 * A JSON value. A text has no quotation marks, unless it would read as another value, or has one of the characters that the field cannot
 * show.
 */
const json = (hidden: RegExp, indent: number): Format => ({
  read(text) {
    const read = text.trim()
    if (!isJson(read)) return read
    try {
      return JSON.parse(read)
    } catch (error) {
      throw new Error(`Must be JSON after {, [ or ": ${error instanceof Error ? error.message : error}`)
    }
  },
  write: (value) =>
    isText(value) && value === value.trim() && !hidden.test(value) && !isJson(value)
      ? value
      : JSON.stringify(value, null, indent),
})

const isJson = (text: string): boolean =>
  /^(?:[{["].*|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/is.test(text)

/** A JSON value or a text, of any number of lines. */
export const content = json(/\r/, 2)

/** Query parameters, as in an address. */
export const parameters: Format = {
  read: (text) => pairs([...new URLSearchParams(text.trim())]),
  write: (value) =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every((each) => typeof each === 'string')
      ? new URLSearchParams(value as Record<string, string>).toString()
      : undefined,
}

/** Lines with a name and a value. */
function named(separator: ':' | ' =', value: Format): Format {
  const sign = separator.trim()
  const read = (text: string): [string, unknown] => {
    const end = text.indexOf(sign)
    const name = text.slice(0, Math.max(0, end)).trim()
    if (name === '') throw new Error(`Must have a name, ${sign} and a value in each line`)
    const rest = text.slice(end + 1).trim()
    return [name, rest === '' ? '' : value.read(rest)]
  }
  const write = ([name, each]: [string, unknown]) => {
    const text = each === '' ? '' : value.write(each)
    return text === undefined || line.write(name) === undefined || name.includes(sign)
      ? undefined
      : `${name}${separator} ${text}`.trimEnd()
  }
  return {
    read: (text) =>
      pairs(
        text
          .split('\n')
          .filter((each) => each.trim() !== '')
          .map(read),
      ),
    write(members) {
      if (!isObject(members)) return undefined
      const written = Object.entries(members).map(write)
      return written.length > 0 && written.every((each) => each !== undefined) ? written.join('\n') : undefined
    },
  }
}

/** Headers, each in its line: `Retry-After: 2` */
export const headers = named(':', line)

/** Fields with their values, each in its line: `title = 7` */
export const fields = named(' =', json(/[\r\n]/, 0))

function pairs(entries: readonly (readonly [string, unknown])[]): object {
  const twice = entries.find(([name], index) => entries.slice(index + 1).some(([other]) => other === name))
  if (twice) throw new Error(`Must have ${twice[0]} once only`)
  return Object.fromEntries(entries)
}
