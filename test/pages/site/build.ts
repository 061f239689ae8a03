import { spawnSync } from 'node:child_process'
import { root } from '../../support/alias.ts'

/**
 * Builds the site as its readers would. A warning of typedoc, or a link that leads nowhere, fails. `SITE=built` takes the site of an earlier
 * `npm run docs`.
 */
export default function setup(): void {
  if (process.env.SITE === 'built') return
  const { status } = spawnSync('npm', ['run', 'docs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('npm run docs failed')
}
