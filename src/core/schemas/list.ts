import * as z from 'zod/mini'
import { noted } from './facts.ts'
import { lazily } from './lazily.ts'

/** When to stop looking: one issue is enough to refuse an array, and hostile ones have millions. */
const enough = 100

/** An array, whatever its entries are. */
export const anyList = lazily(() =>
  noted(
    z.unknown().check(({ value, issues }) => {
      if (!Array.isArray(value)) issues.push({ code: 'invalid_type', expected: 'array', input: value })
    }) as z.ZodMiniType<unknown[]>,
    { entries: z.unknown() },
  ),
)

/** An array whose entries fit; of one whose entries do not, the first hundred issues or so. */
export function list<Type extends z.ZodMiniType>(type: Type): z.ZodMiniType<z.output<Type>[]> {
  const entries = anyList().check(({ value, issues }) => {
    if (!Array.isArray(value)) return
    for (const [index, entry] of value.entries()) {
      if (issues.length >= enough) return
      const { error } = type.safeParse(entry)
      for (const issue of error?.issues ?? []) {
        issues.push({ ...issue, path: [index, ...issue.path], input: entry } as (typeof issues)[number])
      }
    }
  })
  return noted(entries as z.ZodMiniType<z.output<Type>[]>, { entries: type })
}
