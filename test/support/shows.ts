import { inspect } from 'node:util'
import { textsOf } from '../nightly/runtimes/checks/shown.ts'

/** Whether a text appears when a value is printed, serialized or searched, including hidden members. */
export const shows = (value: unknown, text: string): boolean =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
    ...textsOf(value, new Set()),
  ].some((shown) => shown.includes(text))
