import { BroadcastChannel } from 'node:worker_threads'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { channelName, type Trial, type Verdict } from './messages.ts'
import { chosenFiles, failureIn, idOf, testsOf } from './tasks.ts'

type Stryker = { activeMutant?: string | undefined; hitCount?: number | undefined; hitLimit?: number | undefined }
type Context = { __stryker__?: Stryker; __vitest_worker__: { ctx: { files: { filepath: string }[] } } }

const scope = globalThis as unknown as Context
scope.__stryker__ ??= {}
const stryker = scope.__stryker__

/**
 * Loads every test file and runs none. Then it waits for mutants: each is one more file to Vitest, whose tests are those of all others that the mutant
 * is to meet. Loading takes most of a mutant's time otherwise.
 */
export default class WarmRunner extends TestRunner {
  readonly #channel = new BroadcastChannel(channelName)
  readonly #files: RunnerTestFile[] = []
  readonly #spent = new Map<RunnerTestFile, number>()
  readonly #queue = scope.__vitest_worker__.ctx.files
  readonly #last = this.#queue.at(-1)?.filepath
  #loaded = false
  #trial: Trial | undefined
  #late = false
  #killed: { by: RunnerTestCase; tests: number; message: string } | undefined
  #failed = false

  override importFile(...[path, source]: Parameters<TestRunner['importFile']>): unknown {
    return this.#loaded ? undefined : super.importFile(path, source)
  }

  async onBeforeRunFiles(files: RunnerTestFile[]): Promise<void> {
    const [file] = files.splice(0)
    if (!this.#loaded) {
      if (file !== undefined) this.#files.push(file)
      return
    }
    // No reporter is told of what follows.
    Object.assign(this, { onTaskUpdate: undefined, onCollected: undefined, onCollectStart: undefined })
    files.push(...this.#prepare(await this.#next()))
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    if (this.#loaded) this.#conclude(files)
    else super.onAfterRunFiles(files)
    if (this.#files.at(-1)?.filepath === this.#last && !this.#loaded) {
      this.#loaded = true
      this.#channel.postMessage('ready')
    }
    const [any] = this.#queue
    if (this.#loaded && any !== undefined) this.#queue.push(any)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.#failed) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner['onBeforeRunSuite']>[0]): Promise<void> {
    if (this.#failed) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.#failed ||= test.result?.state === 'fail'
    super.onAfterRunTask(test)
  }

  /**
   * The next mutant, or the last one again: the test that killed it once more without it, which has to pass; and before that all tests where one
   * was too late, for it may have been the machine that was late.
   */
  #next(): Promise<Trial> | Trial | undefined {
    if (this.#killed !== undefined) return undefined
    if (this.#late) return this.#trial
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data as Trial)
    })
  }

  #prepare(trial: Trial | undefined): RunnerTestFile[] {
    this.#failed = false
    this.#trial = trial
    Object.assign(stryker, {
      activeMutant: trial?.mutant,
      hitCount: trial?.hitLimit === undefined ? undefined : 0,
      hitLimit: trial?.hitLimit,
    })
    const wanted = new Set(trial?.tests)
    const by = this.#killed?.by
    const chosen = chosenFiles(this.#files, (test) => (by === undefined ? wanted.has(idOf(test)) : test === by))
    return chosen.sort((one, other) => (this.#spent.get(one) ?? 0) - (this.#spent.get(other) ?? 0))
  }

  #conclude(files: RunnerTestFile[]): void {
    const { hitCount = 0, hitLimit = Number.POSITIVE_INFINITY } = stryker
    Object.assign(stryker, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
    // Of a test that failed the clock may have been left as it was.
    vi.useRealTimers()
    const failure = files.map(failureIn).find((found) => found !== undefined)
    const tests = files.flatMap(testsOf).filter(({ result }) => result !== undefined).length
    if (this.#killed !== undefined) {
      const { by, message, tests } = this.#killed
      this.#killed = undefined
      this.#answer(
        failure === undefined
          ? { kind: 'killed', tests, by: idOf(by), message }
          : { kind: 'spoilt', by: idOf(by), message },
      )
    } else if (hitCount > hitLimit) this.#answer({ kind: 'endless', hits: hitCount })
    else if (failure === undefined) {
      for (const file of files) this.#spent.set(file, file.result?.duration ?? 0)
      this.#answer({ kind: 'survived', tests })
    } else if (!this.#late && failure.message.startsWith('Test timed out')) this.#late = true
    else this.#killed = { by: failure.test, tests, message: failure.message }
  }

  #answer(verdict: Verdict): void {
    this.#late = false
    this.#channel.postMessage(verdict)
  }
}
