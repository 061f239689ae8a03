import { BroadcastChannel } from 'node:worker_threads'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { channelName, type Trial, type Verdict } from './messages.ts'
import { Experience } from './order.ts'
import { chosenFiles, failureIn, idOf, testsOf } from './tasks.ts'

type Stryker = { activeMutant?: string | undefined; hitCount?: number | undefined; hitLimit?: number | undefined }
type Context = { __stryker__?: Stryker; __vitest_worker__: { ctx: { files: { filepath: string }[] } } }

const scope = globalThis as unknown as Context
scope.__stryker__ ??= {}
const stryker = scope.__stryker__

/** What the tests of a mutant may take of the processor, in microseconds: what they have not noticed by then counts as unnoticed. */
const budget = 5_000_000

const processor = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * Loads every test file and runs none. Then it waits for mutants: each is one more file to Vitest, whose tests are those of all others that the mutant
 * is to meet. Loading takes most of a mutant's time otherwise.
 */
export default class WarmRunner extends TestRunner {
  readonly #channel = new BroadcastChannel(channelName)
  readonly #files: RunnerTestFile[] = []
  readonly #experience = new Experience()
  #began = 0
  #pass: 'short' | 'long' = 'short'
  readonly #queue = scope.__vitest_worker__.ctx.files
  readonly #last = this.#queue.at(-1)?.filepath
  #loaded = false
  #trial: Trial | undefined
  #late = false
  #start = 0
  #tests = 0
  #source = ''
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
    if (this.#failed || processor() - this.#start > budget) test.mode = 'skip'
    this.#began = processor()
    await super.onBeforeRunTask(test)
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner['onBeforeRunSuite']>[0]): Promise<void> {
    if (this.#failed) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.#failed ||= test.result?.state === 'fail'
    this.#experience.took(test, processor() - this.#began)
    super.onAfterRunTask(test)
  }

  /**
   * The next mutant, or the last one again: the test that killed it once more without it, which has to pass; and before that all tests where one
   * was too late, for it may have been the machine that was late.
   */
  #next(): Promise<Trial> | Trial | undefined {
    if (this.#killed !== undefined) return undefined
    if (this.#late || this.#pass === 'long') return this.#trial
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data as Trial)
    })
  }

  #prepare(trial: Trial | undefined): RunnerTestFile[] {
    this.#failed = false
    if (this.#pass === 'short') this.#start = processor()
    this.#source = trial?.source ?? this.#source
    if (trial !== undefined) this.#trial = trial
    Object.assign(stryker, {
      activeMutant: trial?.mutant,
      hitCount: trial?.hitLimit === undefined ? undefined : 0,
      hitLimit: trial?.hitLimit,
    })
    const wanted = new Set(trial?.tests)
    const by = this.#killed?.by
    const isChosen = (test: RunnerTestCase) =>
      wanted.has(idOf(test)) && this.#experience.isLong(test) === (this.#pass === 'long')
    const chosen = chosenFiles(this.#files, (test) => (by === undefined ? isChosen(test) : test === by))
    return this.#experience.sorted(chosen, this.#source)
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
      this.#experience.noticed(this.#source, by)
      this.#answer(
        failure === undefined
          ? { kind: 'killed', tests, by: idOf(by), message }
          : { kind: 'spoilt', by: idOf(by), message },
      )
    } else if (hitCount > hitLimit) this.#answer({ kind: 'endless', hits: hitCount })
    else if (failure === undefined) {
      this.#tests += tests
      if (this.#pass === 'short') this.#pass = 'long'
      else this.#answer({ kind: 'survived', tests: this.#tests })
    } else if (!this.#late && failure.message.startsWith('Test timed out')) this.#late = true
    else this.#killed = { by: failure.test, tests, message: failure.message }
  }

  #answer(verdict: Verdict): void {
    this.#late = false
    this.#pass = 'short'
    this.#tests = 0
    this.#channel.postMessage(verdict)
  }
}
