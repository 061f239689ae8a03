import type { StrykerOptions } from '@stryker-mutator/api/core'
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import {
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { LoadedTests } from './tests.ts'

/** Stryker's runner for Vitest, but for mutants that are reached by tests alone: these meet tests that are loaded already. */
class WarmTestRunner implements TestRunner {
  readonly #cold: TestRunner
  readonly #config: string
  #tests: LoadedTests | undefined

  constructor(cold: TestRunner, config: string) {
    this.#cold = cold
    this.#config = config
  }

  capabilities: TestRunner['capabilities'] = () => this.#cold.capabilities()
  dryRun: TestRunner['dryRun'] = (options) => this.#cold.dryRun(options)

  async init(): Promise<void> {
    await this.#cold.init?.()
    // Not with the first mutant, whose time is limited.
    this.#tests = await LoadedTests.load(this.#config)
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (options.mutantActivation === 'static' || options.testFilter === undefined) return this.#cold.mutantRun(options)
    const result = await this.#meet(options, options.testFilter)
    // Once more, where no other mutant has been.
    return (
      result ??
      (await this.#meet(options, options.testFilter, true)) ?? {
        status: MutantRunStatus.Error,
        errorMessage: 'A test fails without the mutant',
      }
    )
  }

  async dispose(): Promise<void> {
    await this.#tests?.close()
    await this.#cold.dispose?.()
  }

  async #meet(
    { activeMutant, hitLimit }: MutantRunOptions,
    tests: string[],
    anew = false,
  ): Promise<MutantRunResult | undefined> {
    if (anew) await this.#forget()
    this.#tests ??= await LoadedTests.load(this.#config)
    const verdict = await this.#tests.run({
      mutant: activeMutant.id,
      source: activeMutant.fileName,
      tests,
      hitLimit,
    })
    switch (verdict.kind) {
      case 'survived':
        return { status: MutantRunStatus.Survived, nrOfTests: verdict.tests }
      case 'endless':
        return { status: MutantRunStatus.Timeout, reason: `The changed place was reached ${verdict.hits} times` }
      case 'spoilt':
        if (!anew) return undefined
        // Where no other mutant has been, this one left behind what the test fails by, unless the machine was too slow for the test.
        await this.#forget()
        if (verdict.message.startsWith('Test timed out'))
          return { status: MutantRunStatus.Survived, nrOfTests: tests.length }
        return killed(verdict.by, verdict.message, tests.length)
      case 'killed':
        return killed(verdict.by, verdict.message, verdict.tests)
    }
  }

  async #forget(): Promise<void> {
    await this.#tests?.close()
    this.#tests = undefined
  }
}

const killed = (by: string, failureMessage: string, nrOfTests: number): MutantRunResult => ({
  status: MutantRunStatus.Killed,
  killedBy: [by],
  failureMessage,
  nrOfTests,
})

function warm(injector: Injector<PluginContext>): TestRunner {
  const options = injector.resolve(commonTokens.options) as StrykerOptions & { vitest: { configFile: string } }
  const [cold] = vitestPlugins
  if (cold === undefined) throw new Error('There is no runner for Vitest')
  return new WarmTestRunner(cold.factory(injector), options.vitest.configFile)
}
warm.inject = tokens(commonTokens.injector)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'warm', warm)]
