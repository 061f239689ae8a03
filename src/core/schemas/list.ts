import * as z from 'zod/mini'
import { isObject, type OneOrMany } from '../resources/hal.ts'
import { type Facts, noted } from './facts.ts'

/** When to stop looking: one issue is enough to refuse an array, and hostile ones have millions. */
const enough = 100

/** An array whose entries fit, whatever they are without a `type`; of one whose entries do not, the first hundred issues or so. */
export function list<Type extends z.ZodMiniType = z.ZodMiniType>(
  type?: Type,
  relation?: Facts['relation'],
): z.ZodMiniType<z.output<Type>[]> {
  const many = z.unknown().check(({ value, issues }) => {
    const isMany = Array.isArray(value)
    if (!isMany && !(relation && isObject(value))) {
      issues.push({ code: 'invalid_type', expected: relation ? 'object' : 'array', input: value })
    } else if (relation === 'required' && isMany && value.length === 0) {
      issues.push({ code: 'custom', message: 'is missing', input: value })
    } else if (type) {
      for (const [index, entry] of (isMany ? value : [value]).entries()) {
        if (issues.length >= enough) return
        const { error } = type.safeParse(entry)
        for (const issue of error?.issues ?? []) {
          const path = isMany ? [index, ...issue.path] : issue.path
          issues.push({ ...issue, path, input: entry } as (typeof issues)[number])
        }
      }
    }
  })
  return noted(many as z.ZodMiniType<z.output<Type>[]>, { entries: type ?? z.unknown(), relation })
}

/** What stands under a relation of HAL: an entry, or an array of them. */
export const relation = list as <Type extends z.ZodMiniType>(
  type: Type | undefined,
  relation: NonNullable<Facts['relation']>,
) => z.ZodMiniType<OneOrMany<z.output<Type>>>
