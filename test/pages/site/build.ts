import { spawnSync } from 'node:child_process'
import { root } from '../../support/alias.ts'

/** Builds the site as its readers would. A warning of typedoc, or a link that leads nowhere, fails. */
export default function setup(): void {
  const { status } = spawnSync('npm', ['run', 'docs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('npm run docs failed')
}
