import type { Case } from './expected.ts'
import { faults } from './faults.ts'
import { has, operationNames } from './operations.ts'

const versions = ['v1', 'v2'] as const

/** Every fault with every operation and version, before and after the service acts, once and always. */
export const cases: readonly Case[] = faults.flatMap((fault) =>
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

/** A case as part of a test title. */
export const titleOf = ({ fault, operation, version, when, lasting }: Case): string =>
  `${operation} of ${version} with the fault "${fault.name}" (${lasting}, ${when} the service acts)`
