/** `npm run bench -- mock`, `types`, `walk` or `explorer`: measures one group against its peers and prints one table. Missed targets are no errors. */
import { parseArgs } from 'node:util'
import { explorer } from './explorer/group.ts'
import { mock } from './mock/group.ts'
import type { Group } from './support/group.ts'
import { machine } from './support/machine.ts'
import { full, quick } from './support/pace.ts'
import { installPeers, versionOf } from './support/peers.ts'
import { type Row, table } from './support/table.ts'
import { wrkVersion } from './support/wrk.ts'
import { types } from './types/group.ts'
import { walk } from './walk/group.ts'

const groups: Readonly<Record<string, Group>> = { mock, types, walk, explorer }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const group = groups[positionals.join()]
if (!group) {
  for (const [name, { benches }] of Object.entries(groups)) {
    console.error(`usage: npm run bench -- ${name} [--quick] [--only ${Object.keys(benches).join(',')}]`)
  }
  process.exit(2)
}

const { benches, loaded, compared, peers } = group
const wanted = Object.entries(benches).filter(([name]) => values.only?.split(',').includes(name) ?? true)
const wants = (names: readonly string[]) => wanted.some(([name]) => names.includes(name))
if (!values.quick && wants(compared)) {
  const failure = installPeers(peers)
  if (failure) console.error(`The peers could not be installed, and are not measured: ${failure}`)
}
if (wants(loaded) && !wrkVersion()) {
  console.error(`wrk is missing: ${loaded.join(', ')} are not measured. apt-get install wrk`)
}

const rows: Row[] = []
for (const [name, bench] of wanted) {
  const missing = loaded.includes(name) && !wrkVersion()
  console.error(missing ? `${name}: not measured` : `${name} …`)
  if (missing) rows.push({ what: name, ours: 'not measured', theirs: '' })
  else
    try {
      rows.push(...(await bench(values.quick ? quick : full)))
    } catch (error) {
      process.exitCode = 1
      console.error(error)
      rows.push({ what: name, ours: 'failed', theirs: '' })
    }
}
console.log(`\n${table(rows)}\n`)
console.log(machine(peers.map((name) => `${name} ${versionOf(name) ?? 'not installed'}`)))
