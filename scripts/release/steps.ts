import { spawnSync } from 'node:child_process'

/** A part of the rehearsal: what it shows, and the command. */
export type Step = readonly [title: string, command: string]

/** What looks at the built package, by file of `test/process`. */
const ofProcess = [
  ['the public surface of each entry point', 'surface/surface'],
  ['exports, types, and links of the README as files of the package', 'package'],
  ['licences of what is bundled', 'packages'],
  ['sizes, and the badge', 'size'],
  ['sizes of helpers', 'helper-size'],
  ['workflows', 'workflows'],
] as const

const file = (name: string) => `test/process/${name}.test.ts`
const others = ofProcess.map(([, name]) => `--exclude ${file(name)}`).join(' ')

/** All but publishing, before the package is built. */
export const stepsOfSource: readonly Step[] = [
  ['format, lint and types', 'npm run check'],
  ['tests', 'npm test'],
]

/** All but publishing, once the package is built. */
export const stepsOfBuild: readonly Step[] = [
  ...ofProcess.map(([title, name]) => [title, `npm run test:process -- ${file(name)}`] as const),
  [
    'publint and are-the-types-wrong',
    'npx vitest run --config test/nightly/vitest.config.ts test/nightly/outside/packed.test.ts',
  ],
  ["Start's program on Node 22, 24, 26, Bun and Deno", 'npm run test:runtimes -- test/nightly/runtimes/start.test.ts'],
  ['the documentation site', 'npm run docs'],
  ['all other tests of the built package', `npm run test:process -- ${others}`],
]

/** The scripts of package.json that somebody names instead. */
export const stepsOf = (scripts: string): readonly Step[] =>
  scripts
    .split(',')
    .filter(Boolean)
    .map((script) => [script, `npm run ${script}`])

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed()} s`

/** Does a part of the rehearsal, and prints its line. A failure is thrown, after the line. */
export function timed<T>(title: string, work: () => T): T {
  const began = performance.now()
  process.stdout.write(`  ${title}: `)
  try {
    const result = work()
    console.log(`passed in ${secondsSince(began)}`)
    return result
  } catch (error) {
    console.log(`FAILED after ${secondsSince(began)}`)
    throw error
  }
}

/** Runs steps until one fails; its error has what the command printed. */
export function runSteps(folder: string, steps: readonly Step[]): void {
  for (const [title, command] of steps) {
    timed(title, () => {
      // In CI, a missing snapshot is a failure and is not written.
      const options = { cwd: folder, encoding: 'utf8', shell: true, maxBuffer: 2 ** 28 } as const
      const { status, stdout, stderr } = spawnSync(command, { ...options, env: { ...process.env, CI: 'true' } })
      if (status !== 0) throw new Error(`${stdout}${stderr}\n${title} failed: ${command}`)
    })
  }
}
