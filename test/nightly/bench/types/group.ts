import { execFileSync } from 'node:child_process'
import { root } from '../../../support/built.ts'
import { times } from '../support/compare.ts'
import type { Group } from '../support/group.ts'
import type { Pace } from '../support/pace.ts'
import { ran } from '../support/program.ts'
import { count, type Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'
import { type Program, projectOfBoth } from './project.ts'

/** What the compiler takes for a file that uses both clients, against the same with zod alone. */
async function checking({ rounds }: Pace): Promise<readonly Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root })
  using project = projectOfBoth()
  const compiling = (program: Program) => () => ran(project.compiling(program))
  const sides = { ours: compiling('both-clients'), theirs: compiling('zod-alone') }
  const { ours, theirs } = await inTurns(sides, rounds)
  const [own, others] = [project.types('both-clients'), project.types('zod-alone')]
  return [
    times('tsc on a file with both clients, against the same with zod alone', ours, theirs, 1.5),
    { what: 'types that it makes for that', ours: count(own), theirs: count(others), ratio: (own / others).toFixed(2) },
  ]
}

/** What the package costs those who compile with it. */
export const types: Group = { benches: { checking }, loaded: [], compared: [], peers: [] }
