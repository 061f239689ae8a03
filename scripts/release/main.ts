/**
 * `npm run release -- [patch|minor|major|VERSION] [--dry-run] [--checks a,b]`: does all but publish, and shows it. Without `--dry-run`, also
 * writes the new version into the files, commits and tags. The pushed tag starts the workflow that publishes.
 */
import { parseArgs } from 'node:util'
import { changesOf, obstacles, obstaclesLater, planOf, remaining } from './plan.ts'
import { runSteps, stepsOf, stepsOfBuild, stepsOfSource, timed } from './steps.ts'
import { packed } from './tarball.ts'
import { writeDown } from './write-down.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    // Names of scripts in package.json, instead of all steps.
    checks: { type: 'string' },
  },
})

const isRehearsal = values['dry-run']
const folder = process.cwd()
const plan = planOf(folder, positionals[0])
const found = [...obstacles(folder, plan), ...(isRehearsal ? [] : obstaclesLater(folder))]
if (found.length > 0) {
  console.error(
    `${plan.name} ${plan.version} cannot be released:\n${found.map((problem) => `- ${problem}`).join('\n')}`,
  )
  process.exit(1)
}

const { checks } = values
console.log(`${plan.name} ${plan.version}${isRehearsal ? ' (dry run: nothing is changed)' : ''}\n\nSteps`)
const began = performance.now()
try {
  runSteps(folder, checks === undefined ? stepsOfSource : stepsOf(checks))
  // npm builds the package first, if package.json says how.
  const tarball = timed('the tarball, with its build', () => packed(folder, plan.version))
  if (checks === undefined) runSteps(folder, stepsOfBuild)
  timed('the checkout is as before', () => {
    const changes = changesOf(folder)
    if (changes) throw new Error(`The steps changed files:\n${changes}`)
  })
  console.log(`  all in ${((performance.now() - began) / 60_000).toFixed(1)} min`)
  console.log(`\nChangelog\n${plan.section.replaceAll(/^(?=.)/gm, '  ')}\n\n${tarball}`)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

if (isRehearsal) {
  const steps = remaining(folder, plan).map((step, index) => `${index + 1}. ${step}`)
  console.log(`\nAll is ready but for what only a person can do, in this order:\n${steps.join('\n')}`)
} else {
  writeDown(folder, plan)
  console.log(`\nCommitted and tagged. To publish it: git push --follow-tags`)
}
