import { readFileSync } from 'node:fs'

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Microseconds of CPU that a process has used; not a number where the system does not tell (it has to be Linux). */
export function cpuOf(pid: number): number {
  // Behind the name, which stands in brackets; in hundredths of a second.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** MiB of the machine's memory that a process holds; not a number where the system does not tell. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1024
}
