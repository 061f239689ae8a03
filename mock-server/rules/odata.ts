import { type HttpError, invalidField, queryClauses } from './http-error.ts'

export const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]

/** The value with which a filter compares a field. A date is a text in quotes. */
export type Literal = string | number | boolean | null

/** A field compared with a literal. */
export interface Comparison {
  readonly field: string
  readonly operator: Operator
  readonly value: Literal
  /** Position of the field in the filter's text, counted from 1. */
  readonly at: number
}

/** Expressions that are joined by `and` (all must be true) or by `or` (at least one must be true). */
export interface Junction {
  readonly join: 'and' | 'or'
  readonly parts: readonly Expression[]
}

export type Expression = Comparison | Junction

/** Maximum length of a filter in characters. Most servers refuse longer addresses. */
const maxLength = 8192
/** Maximum nesting depth of parentheses. */
const maxDepth = 50

/** The error for an invalid filter. The message does not repeat the filter's text, which may contain a secret. */
const filterError = (problem: string): HttpError => invalidField(400, 'filter', problem, queryClauses)

export const filterErrorAt = (at: number, problem: string): HttpError => filterError(`at character ${at}: ${problem}`)

/**
 * Parses an OData filter: comparisons, parentheses, `and` and `or`. `and` takes precedence over `or`. Keywords are in lower case, as in
 * OData 4.0. Does not support functions, arithmetic and `not`. For an invalid filter, throws an {@link HttpError} with status 400 and the
 * position of the problem.
 */
export function parseFilter(text: string): Expression {
  if (text.length > maxLength) throw filterError(`is longer than ${maxLength} characters`)
  const tokens = tokensOf(text)
  const end: Token = { text: '', at: text.length + 1 }
  let next = 0

  const take = (): Token => {
    next += 1
    return tokens[next - 1] ?? end
  }

  const joined = (join: Junction['join'], part: () => Expression): Expression => {
    const first = part()
    const parts = [first]
    while (tokens[next]?.text === join) {
      next += 1
      parts.push(part())
    }
    return parts.length === 1 ? first : { join, parts }
  }

  const expression = (depth: number): Expression => joined('or', () => joined('and', () => operand(depth)))

  const operand = (depth: number): Expression => {
    const token = take()
    if (token.text !== '(') return comparison(token)
    if (depth === maxDepth) throw filterErrorAt(token.at, `no more than ${maxDepth} parentheses may be open`)
    const inner = expression(depth + 1)
    const { text, at } = take()
    if (text !== ')') throw filterErrorAt(at, 'and, or or ) is expected')
    return inner
  }

  const comparison = ({ text: field, at }: Token): Comparison => {
    if (!/^\w/.test(field)) throw filterErrorAt(at, 'a field is expected')
    const operator = take()
    if (!isOperator(operator.text)) throw filterErrorAt(operator.at, `one of ${operators.join(', ')} is expected`)
    return { field, operator: operator.text, value: literal(take()), at }
  }

  const whole = expression(0)
  if (tokens[next]) throw filterErrorAt(take().at, 'and, or or the end is expected')
  return whole
}

const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text)

interface Token {
  readonly text: string
  readonly at: number
}

// Matches a parenthesis, a text in quotes, or a word. After a text or a word, a space or a parenthesis must follow. Two quotes in a text
// mean one quote.
const token = /\s*([()]|'(?:[^']|'')*'(?![^\s)])|[^\s()']+(?![^\s()]))\s*/y

function tokensOf(untrimmed: string): readonly Token[] {
  const text = untrimmed.trimEnd()
  const tokens: Token[] = []
  token.lastIndex = 0
  for (let end = 0; end < text.length; end = token.lastIndex) {
    const match = token.exec(text)
    if (!match?.[1])
      throw filterErrorAt(end + 1, 'a quote is not closed, or a space is missing before or after text in quotes')
    tokens.push({ text: match[1], at: match.index + match[0].indexOf(match[1]) + 1 })
  }
  return tokens
}

const words: ReadonlyMap<string, Literal> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
])

function literal({ text, at }: Token): Literal {
  const word = words.get(text)
  if (word !== undefined) return word
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  throw filterErrorAt(at, 'a text or a date in quotes, a number, true, false or null is expected')
}
