import { expect } from 'vitest'
import type { Around, CommandLine, Ended } from './command-line.ts'

/** A command line, and the text on its standard input. */
export type Typed = string | readonly [args: string, input: string]

/** Text with control characters as escapes, and with tabs that one sees. */
const shown = (text: string) =>
  text.replaceAll('\t', '⇥').replace(/[^\P{C}\n]/gu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

const shellWord = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)

const indented = (mark: string, text: string) => text.replace(/\n$/, '').replaceAll(/^/gm, mark)

/** The messages of a room of the command line, as a text to read from top to bottom: commands, and what they print. */
export class Messages {
  #text: string
  readonly #hidden: [text: string, as: string][] = []

  constructor(room: string) {
    this.#text = `What the commands of ${room} say. After a command: its exit code, "|" standard output, "!" standard error.\n`
  }

  /** Begins a section. */
  about(what: string): void {
    this.#text += `\n# ${what}\n`
  }

  /** Replaces a text that differs between runs. */
  hide(text: string, as: string): void {
    this.#hidden.push([text, as])
  }

  /** Adds what a command printed. */
  add(args: readonly string[], { code, stdout, stderr }: Ended, input: Around['input'] = ''): Ended {
    const command = ['osdi-events', ...args.map(shellWord)].join(' ')
    const [out, err] = [stdout, stderr].map((text) => text.replaceAll('\r\u001b[K', '')) as [string, string]
    const parts = [
      `$ ${command}   (${code})`,
      ...(typeof input === 'string' && input !== '' && input.length < 300 ? [indented('  < ', input)] : []),
      ...(out === '' ? [] : [indented('  | ', out)]),
      ...(err === '' ? [] : [indented('  ! ', err)]),
    ]
    this.#text += `\n${shown(parts.join('\n'))}\n`
    return { code, stdout, stderr }
  }

  /** Runs a command, and adds what it prints. */
  async ran(cli: Pick<CommandLine, 'ran'>, typed: string | readonly string[], around: Around = {}): Promise<Ended> {
    const args = typeof typed === 'string' ? typed.split(' ') : typed
    return this.add(args, await cli.ran(args, around), around.input)
  }

  /** Runs command lines that are wrong: each exits with code 2, prints nothing on standard output, and sends nothing. */
  async refused(cli: CommandLine, lines: readonly Typed[]): Promise<void> {
    for (const line of lines) {
      const [args, input = ''] = typeof line === 'string' ? [line] : line
      const sent = cli.service.requests.length
      const { code, stdout, stderr } = await this.ran(cli, args, { input })
      expect({ args, code, stdout, sent: cli.service.requests.length }).toEqual({ args, code: 2, stdout: '', sent })
      expect(stderr, args).toMatch(/^error: [^\n]+\n(?: {2}[^\n]+\n(?: {2}osdi-events [^\n]+\n)?)?$/)
    }
  }

  /** Compares the text with that of a file. */
  async isIn(file: string): Promise<void> {
    const ids = this.#text.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    const text = this.#hidden.reduce((rest, [each, as]) => rest.replaceAll(each, as), ids)
    await expect(text).toMatchFileSnapshot(file)
  }
}
