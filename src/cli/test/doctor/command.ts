import type { Command } from 'commander'
import { type Choose, type Io, print, printJson, type Task } from '../../run/io.ts'
import { addServiceFlags, type ServiceFlags } from '../../run/service.ts'
import { describe, type HelpText } from '../../terminal/help.ts'
import { ProgressLine } from '../../terminal/progress.ts'
import { type Screen, type Style, screenOf } from '../../terminal/screen.ts'
import { counted, oneLine, wrap } from '../../terminal/text.ts'
import { type Examination, examine } from './examine.ts'
import type { Finding } from './finding.ts'

interface DoctorFlags extends ServiceFlags {
  readonly json?: true
}

const help: HelpText = {
  group: 'Test',
  summary: 'tells what is wrong with a set-up',
  description: 'Tells what is wrong with a set-up: address, key, namespace, clock, certificate, proxy.',
  examples: [
    { run: 'osdi-events doctor --preset action-network' },
    { run: 'osdi-events doctor --json', does: 'for a program' },
  ],
  notes: [
    'It sends at most five GET requests, and changes nothing. What it prints contains no keys, titles or people. Exit code 1 says that something is wrong.',
  ],
}

/** Adds `osdi-events doctor`, which tells what is wrong with a set-up. */
export function addDoctor(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('doctor'))
  describe(command, help)
    .option('--json', 'the findings as JSON')
    .action((flags: DoctorFlags) => choose(doctorTask(flags)))
}

const doctorTask =
  (flags: DoctorFlags): Task =>
  async (io: Io) => {
    using line = new ProgressLine(io, 'asking the service')
    const examination = await examine(flags, io)
    line.hide()
    const things = examination.findings.filter(({ state }) => state === 'wrong').length
    const verdict = things === 0 ? 'all well' : counted(things, 'problem')
    if (flags.json) await printJson(io, { verdict, requests: examination.requests, findings: examination.findings })
    else await print(io, textOf(verdict, examination, screenOf(io.stdout, io.env)))
    if (examination.isKeyRefused) return 3
    return things === 0 ? 0 : 1
  }

const signs: Readonly<Record<Finding['state'], readonly [sign: string, style: Style]>> = {
  well: ['✓', 'done'],
  wrong: ['✗', 'error'],
  note: ['·', 'dim'],
}

/** The report: the verdict, then a line for each finding, and below it what to do. */
function textOf(verdict: string, { findings, requests }: Examination, screen: Screen): string {
  const { width = Number.POSITIVE_INFINITY, paint } = screen
  const isWell = findings.every(({ state }) => state !== 'wrong')
  const widest = Math.max(...findings.map(({ what }) => what.length))
  const indent = ' '.repeat(widest + 4)
  const lines = findings.flatMap(({ what, state, found, advice }) => {
    const [sign, style] = signs[state]
    const [head = '', ...rest] = wrap(oneLine(found), width - indent.length)
    const toDo = advice === undefined ? [] : wrap(oneLine(advice), width - indent.length)
    return [
      `${paint(style, sign)} ${what.padEnd(widest)}  ${head}`,
      ...rest.map((each) => `${indent}${each}`),
      ...toDo.map((each) => `${indent}${paint('strong', each)}`),
    ]
  })
  const asked = `${counted(requests, 'GET request')} sent`
  return `${[paint(isWell ? 'done' : 'error', verdict), paint('dim', asked), '', ...lines].join('\n')}\n`
}
