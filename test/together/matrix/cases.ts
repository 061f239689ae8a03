import { isNight } from '../../support/runs.ts'
import type { Case } from './expected.ts'
import { faults } from './faults.ts'
import { has, operationNames, writes } from './operations.ts'

const versions = ['v1', 'v2'] as const

/** Every fault with every operation and version, before and after the service acts, once and always. */
export const allCases: readonly Case[] = faults.flatMap((fault) =>
  operationNames.flatMap((operation) =>
    versions
      .filter((version) => has(version, operation))
      .flatMap((version) =>
        (fault.beforeOnly ? (['before'] as const) : (['before', 'after'] as const)).flatMap((when) =>
          (['once', 'always'] as const).map((lasting) => ({ fault, operation, version, when, lasting })),
        ),
      ),
  ),
)

/**
 * Whether a case belongs to the half that has each fault with each operation, and with each write any two of version, time of action and
 * duration. A read has no effect: the times of action take turns.
 */
function isOfHalf({ fault, operation, version, when, lasting }: Case): boolean {
  const isDiagonal = (version === 'v1') === (lasting === 'once')
  if (writes(operation) && !fault.beforeOnly) return !has('v1', operation) || isDiagonal === (when === 'before')
  const turn = faults.indexOf(fault) + operationNames.indexOf(operation)
  const isItsTime = fault.beforeOnly || (when === 'before') === turn % 4 < 2
  return isItsTime && isDiagonal === (turn % 2 === 0)
}

/** What is tried: at night all cases. */
export const cases: readonly Case[] = isNight ? allCases : allCases.filter((of) => isOfHalf(of))

/** A case as part of a test title. */
export const titleOf = ({ fault, operation, version, when, lasting }: Case): string =>
  `${operation} of ${version} with the fault "${fault.name}" (${lasting}, ${when} the service acts)`
