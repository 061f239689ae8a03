import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const size = ({ moduleId }: TestSpecification) => (moduleId.includes('/contract/') ? 0 : statSync(moduleId).size)

/** What is short first, and before it what holds both sides to the documents: the sooner a test fails, the fewer meet the mutant. */
export class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((one, other) => size(one) - size(other))
  }
}
