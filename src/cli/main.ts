#!/usr/bin/env node
import { runCommandLine } from './command-line.ts'
import { forgiveReaders } from './output.ts'

forgiveReaders()
process.exitCode = await runCommandLine(process.argv.slice(2))
