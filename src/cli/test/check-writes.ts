import type { MadeThing } from 'osdi-events/mock'
import { CliError } from '../run/cli-error.ts'
import type { Io } from '../run/io.ts'
import { readLines } from '../run/standard-input.ts'
import { note } from '../terminal/messages.ts'

interface WriteFlags {
  readonly writes?: true
  readonly yes?: true
  readonly email?: string
}

/** @throws CliError if the flags for writes do not fit together, or if the command could not ask before it writes */
export function checkWriteFlags({ writes, yes, email }: WriteFlags, { stdin, stderr }: Io): void {
  if (!writes) {
    const flag = email !== undefined ? '--email' : '--yes'
    if (yes || email !== undefined) throw new CliError(2, `${flag}: needs --writes`)
  } else if (!yes && !(stdin.isTTY && stderr.isTTY)) {
    const hint = 'with --yes it does not ask; --help says what it writes'
    throw new CliError(2, '--writes: asks before it writes, and this is no terminal', { hint })
  }
}

/** Says where the command writes and what will remain, and asks whether to go on. */
export async function confirmWrites(
  { group, baseUrl }: { readonly group: string | undefined; readonly baseUrl: string },
  { yes, email }: WriteFlags,
  io: Io,
): Promise<void> {
  note(io, `This check writes to ${group === undefined ? baseUrl : `the group "${group}" at ${baseUrl}`}.`)
  const rsvps = ' It sends RSVPs of your address. They remain too, and you join the e-mail list.'
  note(
    io,
    `It makes one event in the year 2000. The event remains.${email === undefined ? '' : rsvps} It asks for no mail.`,
  )
  if (yes) return
  io.stderr.write('Go on? [y/N] ')
  for await (const answer of readLines(io)) {
    if (/^y(?:es)?$/i.test(answer.trim())) return
    break
  }
  throw new CliError(1, 'not confirmed, so nothing was written')
}

/** The things that a check has made. Prints each before the check sends it, so that even a killed run has said what may be there. */
export class MadeThings {
  readonly #io: Io
  readonly #hideProgress: () => void
  /** The last state of each thing. */
  readonly #things = new Map<string, MadeThing>()

  constructor(io: Io, hideProgress: () => void) {
    this.#io = io
    this.#hideProgress = hideProgress
  }

  add(thing: MadeThing): void {
    const { kind, state, identifier, address } = thing
    const isOther = state === 'made' && kind === 'event' && this.#things.get('event')?.address !== undefined
    this.#things.set(isOther ? `event ${address}` : kind, thing)
    const text = {
      sending: kind === 'event' ? `making an event: identifier ${identifier}` : 'sending an RSVP of your address',
      made: kind === 'event' && address !== undefined ? `made an event: ${address}` : undefined,
      refused: undefined,
      removed: undefined,
    }[state]
    if (text === undefined) return
    this.#hideProgress()
    note(this.#io, text)
  }

  /** Prints what is on the service, and how to remove it. */
  sayWhatRemains(): void {
    for (const { kind, state, identifier, address } of this.#things.values()) {
      if (state === 'refused' || state === 'removed') continue
      const remains = state === 'made' ? 'remains' : 'may remain'
      if (kind === 'event') {
        const at = address === undefined ? '' : ` at ${address}`
        const how =
          'the API cannot remove it, and the dashboard may not list it: give the support of the service the identifier'
        note(this.#io, `${remains}: an event${at}, identifier ${identifier}`, how)
      } else {
        const how = 'remove yourself in the user interface, where the group lists its people'
        note(this.#io, `${remains}: your RSVPs to it, and you on the e-mail list`, how)
      }
    }
  }
}
