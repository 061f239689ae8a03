import { inspect } from 'node:util'
import { textsOf } from '../nightly/runtimes/checks/shown.ts'

/** All text that appears when a value is printed, serialized or searched, including hidden members. */
export const shownBy = (value: unknown): string =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
    ...textsOf(value, new Set()),
  ].join('\n')

/** Whether a text appears when a value is printed, serialized or searched. */
export const shows = (value: unknown, text: string): boolean => shownBy(value).includes(text)
