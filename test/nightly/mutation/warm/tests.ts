import { BroadcastChannel } from 'node:worker_threads'
import { createVitest, type Vitest } from 'vitest/node'
import { channelName, type Trial, type Verdict } from './messages.ts'

/** Every test, loaded once in a thread that is told which mutant is to meet which tests. */
export class LoadedTests {
  readonly #vitest: Vitest
  readonly #channel: BroadcastChannel

  private constructor(vitest: Vitest, channel: BroadcastChannel) {
    this.#vitest = vitest
    this.#channel = channel
  }

  static async load(config: string): Promise<LoadedTests> {
    const channel = new BroadcastChannel(channelName)
    const vitest = await createVitest('test', {
      config,
      watch: false,
      coverage: { enabled: false },
      pool: 'threads',
      maxWorkers: 1,
      maxConcurrency: 1,
      // No test waits for long; what a mutant keeps from ending is not waited for any longer.
      testTimeout: 6_000,
      hookTimeout: 60_000,
      reporters: [{}],
      onConsoleLog: () => false,
      runner: new URL('runner.ts', import.meta.url).pathname,
    })
    const loaded = new LoadedTests(vitest, channel)
    const ready = loaded.#answer()
    const over = vitest.start().then(() => Promise.reject(new Error('The run ended before a mutant was met')))
    await Promise.race([ready, over])
    over.catch(() => undefined)
    return loaded
  }

  async run(trial: Trial): Promise<Verdict> {
    const answer = this.#answer()
    this.#channel.postMessage(trial)
    return (await answer) as Verdict
  }

  async close(): Promise<void> {
    this.#channel.close()
    await this.#vitest.cancelCurrentRun('keyboard-input')
    await this.#vitest.close()
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data)
    })
  }
}
