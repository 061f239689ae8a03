// npm run build: runs tsup, and treats its warnings as errors. tsup warns if a declaration names a type that no entry point exports.
import { spawnSync } from 'node:child_process'

const { status, stdout, stderr } = spawnSync('tsup', ['--silent', ...process.argv.slice(2)], { encoding: 'utf8' })
const printed = stdout + stderr
process.stderr.write(printed)
process.exitCode = status === 0 && printed.trim() === '' ? 0 : 1
