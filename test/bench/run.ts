/** `npm run bench -- mock`: measures the mock service against its peers and prints one table. Missed targets are no errors. */
import { parseArgs } from 'node:util'
import { get } from './mock/get.ts'
import { growth } from './mock/growth.ts'
import { growthInProcess } from './mock/growth-in-process.ts'
import { injected } from './mock/injected.ts'
import { memory } from './mock/memory.ts'
import { installPeers, peers, versionOf } from './mock/peers.ts'
import { post } from './mock/post.ts'
import { machine } from './support/machine.ts'
import { full, quick } from './support/pace.ts'
import { type Row, table } from './support/table.ts'
import { wrkVersion } from './support/wrk.ts'

const benches = { get, post, injected, growth, 'growth-in-process': growthInProcess, memory }
/** Those that need wrk. */
const loaded = ['get', 'post', 'growth', 'memory']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(benches).join() },
  },
})
if (positionals.join() !== 'mock') {
  console.error(`usage: npm run bench -- mock [--quick] [--only ${Object.keys(benches).join(',')}]`)
  process.exit(2)
}

const wanted = values.only.split(',')
if (!values.quick && wanted.includes('get')) {
  const failure = installPeers()
  if (failure) console.error(`The peers could not be installed, and are not measured: ${failure}`)
}
if (!wrkVersion()) console.error(`wrk is missing: ${loaded.join(', ')} are not measured. apt-get install wrk`)

const rows: Row[] = []
for (const [name, bench] of Object.entries(benches).filter(([name]) => wanted.includes(name))) {
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
console.log(machine(peers.map((peer) => `${peer.name} ${versionOf(peer) ?? 'not installed'}`)))
