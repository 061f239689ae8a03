/** `npm run bench [-- mock|walk|explorer]`: measures groups, or one, and prints a table of each. Missed targets are no errors. */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { changing } from './changing.ts'
import { log } from './explorer.ts'
import { full, type Pace, quick, type Row } from './measure.ts'
import { filters, get, growth, injected, memory as memoryOfService, post } from './mock.ts'
import { wrkVersion } from './programs.ts'
import { attendances, changes, latency, loopback, memory as memoryOfWalks } from './walk.ts'

type Bench = (pace: Pace) => Promise<readonly Row[]>

const groups: Readonly<Record<string, Readonly<Record<string, Bench>>>> = {
  mock: { get, post, injected, growth, filters, changing, memory: memoryOfService },
  walk: { loopback, latency, changes, attendances, memory: memoryOfWalks },
  explorer: { log },
}
/** Those that wrk asks. */
const loaded: readonly Bench[] = [get, post, memoryOfService]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
if (positionals.some((name) => !Object.hasOwn(groups, name))) {
  for (const [name, benches] of Object.entries(groups)) {
    console.error(`usage: npm run bench -- ${name} [--quick] [--only ${Object.keys(benches).join(',')}]`)
  }
  process.exit(2)
}

async function measured(name: string, bench: Bench): Promise<readonly Row[]> {
  const missing = loaded.includes(bench) && !wrkVersion()
  console.error(missing ? `${name}: wrk is missing (apt-get install wrk)` : `${name} …`)
  if (missing) return [{ what: name, ours: 'not measured', theirs: '' }]
  try {
    return await bench(values.quick ? quick : full)
  } catch (error) {
    process.exitCode = 1
    console.error(error)
    return [{ what: name, ours: 'failed', theirs: '' }]
  }
}

const wanted = values.only?.split(',')
const targets: boolean[] = []
for (const [group, benches] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(group)) continue
  const rows: Row[] = []
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted?.includes(name) ?? true) rows.push(...(await measured(name, bench)))
  }
  console.table(rows)
  targets.push(...rows.flatMap(({ reached }) => reached ?? []))
}
console.log(`${targets.filter(Boolean).length} of ${targets.length} targets reached`)
// What a reader has to know about the machine to judge the numbers; only ratios carry over to another one.
const size = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
const tools = [`${process.platform} ${process.arch}`, `Node ${process.version}`, `wrk ${wrkVersion() ?? 'missing'}`]
console.log([cpus()[0]?.model.trim(), size, ...tools].join(' · '))
