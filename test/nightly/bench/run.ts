/** `npm run bench [-- mock|walk|explorer]`: measures groups, or one, against others and prints a table of each. Missed targets are no errors. */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { many, opened } from './explorer.ts'
import { get } from './mock/get.ts'
import { growthInProcess, injected } from './mock/in-process.ts'
import { memory as memoryOfService } from './mock/memory.ts'
import { peers } from './mock/peers.ts'
import { post } from './mock/post.ts'
import { full, type Pace, quick, type Row, table } from './support/measure.ts'
import { installPeers, versionOf } from './support/peers.ts'
import { wrkVersion } from './support/programs.ts'
import { memory as memoryOfWalks } from './walk/memory.ts'
import { exported, imports } from './walk/programs.ts'
import { clients, latency, loopback, packages } from './walk/walks.ts'

/** What is measured in one run. */
interface Group {
  readonly benches: Readonly<Record<string, (pace: Pace) => Promise<readonly Row[]>>>
  /** Those that need wrk. */
  readonly loaded?: readonly string[]
  /** Those that need the peers, and the packages of these. */
  readonly compared?: readonly string[]
  readonly packages?: readonly string[]
}

const groups: Readonly<Record<string, Group>> = {
  mock: {
    benches: { get, post, injected, growth: growthInProcess, memory: memoryOfService },
    loaded: ['get', 'memory'],
    compared: ['get'],
    packages: peers.map((peer) => peer.package),
  },
  walk: {
    benches: { loopback, clients, latency, memory: memoryOfWalks, export: exported, imports },
    compared: ['clients', 'latency'],
    packages,
  },
  explorer: { benches: { opened, many } },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
if (positionals.some((name) => !Object.hasOwn(groups, name))) {
  for (const [name, { benches }] of Object.entries(groups)) {
    console.error(`usage: npm run bench -- ${name} [--quick] [--only ${Object.keys(benches).join(',')}]`)
  }
  process.exit(2)
}

async function measured({ benches, loaded = [], compared = [], packages = [] }: Group): Promise<readonly Row[]> {
  const wanted = Object.entries(benches).filter(([name]) => values.only?.split(',').includes(name) ?? true)
  if (!values.quick && wanted.some(([name]) => compared.includes(name))) {
    const failure = installPeers(packages)
    if (failure) console.error(`The peers could not be installed, and are not measured: ${failure}`)
  }
  const rows: Row[] = []
  for (const [name, bench] of wanted) {
    const missing = loaded.includes(name) && !wrkVersion()
    console.error(missing ? `${name}: wrk is missing (apt-get install wrk)` : `${name} …`)
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
  return rows
}

/** What a reader has to know about the machine to judge the numbers; only ratios carry over to another one. */
function machine(packages: readonly string[]): string {
  const size = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const peers = packages.map((name) => `${name} ${versionOf(name) ?? 'not installed'}`)
  const tools = [`Node ${process.version}`, `wrk ${wrkVersion() ?? 'missing'}`]
  return [cpus()[0]?.model.trim(), size, `${process.platform} ${process.arch}`, ...tools, ...peers].join(' · ')
}

for (const [name, group] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n${table(await measured(group))}\n`)
  console.log(machine(group.packages ?? []))
}
