import { relative } from 'node:path'
import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'

const nameOf = (task: RunnerTask): string =>
  task.suite === undefined ? task.name : `${nameOf(task.suite)} > ${task.name}`

const ids = new WeakMap<RunnerTestCase, string>()

/** The id that Stryker's runner for Vitest gives a test. */
export function idOf(test: RunnerTestCase): string {
  const id = ids.get(test) ?? `${relative(process.cwd(), test.file.filepath)}#${nameOf(test).trim()}`
  ids.set(test, id)
  return id
}

export const testsOf = (suite: RunnerTestSuite): RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))

/** Makes a suite ready to be run once more, with the chosen of its tests alone; how many these are. */
function choose(suite: RunnerTestSuite, isChosen: (test: RunnerTestCase) => boolean): number {
  Reflect.deleteProperty(suite, 'result')
  let chosen = 0
  for (const task of suite.tasks) {
    if (task.type === 'suite') chosen += choose(task, isChosen)
    else {
      Reflect.deleteProperty(task, 'result')
      task.mode = isChosen(task) ? 'run' : 'skip'
      if (task.mode === 'run') chosen += 1
    }
  }
  suite.mode = chosen > 0 ? 'run' : 'skip'
  return chosen
}

/** The files that have chosen tests, ready to be run. */
export const chosenFiles = (files: readonly RunnerTestFile[], isChosen: (test: RunnerTestCase) => boolean) =>
  files.filter((file) => choose(file, isChosen) > 0)

/** The first test that failed, or that its suite's failing kept from running. */
export function failureIn(suite: RunnerTestSuite): { test: RunnerTestCase; message: string } | undefined {
  for (const task of suite.tasks) {
    const failure = task.type === 'suite' ? failureIn(task) : failed(task)
    if (failure !== undefined) return failure
  }
  const [test] = testsOf(suite)
  return suite.result?.state === 'fail' && test !== undefined ? { test, message: messageOf(suite) } : undefined
}

const failed = (test: RunnerTestCase) =>
  test.result?.state === 'fail' ? { test, message: messageOf(test) } : undefined

const messageOf = ({ result }: RunnerTask) => result?.errors?.[0]?.message ?? 'failed'
