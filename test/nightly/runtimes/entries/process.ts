/** Runs the checks in a process, and prints their verdicts as its last line. */
import { runAll, type Settings } from '../checks/run.ts'

const settings: Settings = JSON.parse(process.argv[2] ?? '')
console.log(JSON.stringify(await runAll(settings)))
process.exit(0)
