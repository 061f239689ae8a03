/**
 * `npm run release -- [patch|minor|major|VERSION] [--dry-run] [--checks a,b]`: checks that a release is possible, and shows it. Without
 * `--dry-run`, also writes the new version into the files, commits and tags. The pushed tag starts the workflow that publishes.
 */
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import { obstacles, planOf, unprovable } from './plan.ts'
import { packed } from './tarball.ts'
import { writeDown } from './write-down.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    // Names of scripts in package.json.
    checks: { type: 'string', default: 'check,test,test:process,test:runtimes' },
  },
})

const folder = process.cwd()
const plan = planOf(folder, positionals[0])
const missing = unprovable(folder)
const found = obstacles(folder, plan)
if (missing && !values['dry-run']) found.push(missing)
if (found.length > 0) {
  console.error(
    `${plan.name} ${plan.version} cannot be released:\n${found.map((problem) => `- ${problem}`).join('\n')}`,
  )
  process.exit(1)
}

console.log(`${plan.name} ${plan.version}${values['dry-run'] ? ' (dry run: nothing is changed)' : ''}\n\nChecks`)
const checks = values.checks.split(',').filter(Boolean)
if (!runChecks(folder, checks)) process.exit(1)

console.log(`\nChangelog\n${plan.section.replaceAll(/^(?=.)/gm, '  ')}`)
console.log(`\n${packed(folder, plan.version)}`)
if (missing) console.log(`\nBefore it can be released: ${missing}.`)
if (values['dry-run']) {
  console.log(`\nA release would be committed as "chore(release): ${plan.version}" and tagged ${plan.tag}.`)
} else {
  writeDown(folder, plan)
  console.log(`\nCommitted and tagged. To publish it: git push --follow-tags`)
}
