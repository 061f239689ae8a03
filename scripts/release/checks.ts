import { spawnSync } from 'node:child_process'

/** Runs scripts of package.json until one fails, and prints the result of each. Returns whether all passed. */
export function runChecks(folder: string, scripts: readonly string[]): boolean {
  if (scripts.length === 0) console.log('  none was asked for')
  return scripts.every((script) => {
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], { cwd: folder, encoding: 'utf8' })
    const seconds = ((performance.now() - began) / 1000).toFixed()
    console.log(`  npm run ${script}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    if (status !== 0) console.error(`${stdout}${stderr}`)
    return status === 0
  })
}
