import { cpus, totalmem } from 'node:os'
import { wrkVersion } from './wrk.ts'

/** What a reader has to know about the machine to judge the numbers; only ratios carry over to another one. */
export function machine(peers: readonly string[]): string {
  const [first] = cpus()
  return [
    `${first?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
    `wrk ${wrkVersion() ?? 'missing'}`,
    ...peers,
  ].join(' · ')
}
