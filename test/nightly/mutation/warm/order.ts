import type { RunnerTask, RunnerTestCase, RunnerTestFile } from 'vitest'

/** What a long test takes of the processor, in microseconds. */
const long = 30_000

/** The words of a path, so that `addresses/address.ts` and `client-addresses.test.ts` have one in common. */
const wordsOf = (path: string) => new Set(path.split(/[^a-z]+/).map((word) => word.replace(/(?:es|s)$/, '')))

/** What is known of the tests by now, so that those come first that are likely to notice a change. */
export class Experience {
  readonly #spent = new WeakMap<RunnerTask, number>()
  readonly #noticed = new Map<string, number>()

  /** @param spent microseconds of the processor */
  took(test: RunnerTask, spent: number): void {
    this.#spent.set(test, Math.min(this.#spent.get(test) ?? spent, spent))
  }

  noticed(source: string, { file }: RunnerTestCase): void {
    const key = `${source} ${file.filepath}`
    this.#noticed.set(key, (this.#noticed.get(key) ?? 0) + 1)
  }

  isLong(test: RunnerTestCase): boolean {
    return (this.#spent.get(test) ?? 0) > long
  }

  /** First what noticed changes of the same file, then what is named like it. */
  sorted(files: readonly RunnerTestFile[], source: string): RunnerTestFile[] {
    const words = wordsOf(source)
    const likely = new Map(
      files.map((file) => {
        const shared = [...wordsOf(file.name)].filter((word) => words.has(word)).length
        return [file, shared + (this.#noticed.get(`${source} ${file.filepath}`) ?? 0)]
      }),
    )
    return [...files].sort((one, other) => (likely.get(other) ?? 0) - (likely.get(one) ?? 0))
  }
}
