/** Imported before a program, it tells whoever started it what of the processor the program took, in microseconds. */
import { writeSync } from 'node:fs'

process.once('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String(user + system))
})
