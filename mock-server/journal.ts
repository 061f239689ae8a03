import { parse } from './http/body.ts'
import type { Incoming, Target } from './http/incoming.ts'
import type { Located } from './http/locate.ts'
import { Redactor } from './http/redact.ts'
import type { Instant } from './model.ts'
import { type World, written } from './service/world.ts'
import type { JournalEntry } from './types.ts'

/** Every request that reached the service, without any key. */
export class Journal {
  #entries: readonly JournalEntry[] = Object.freeze([])
  readonly #fresh: JournalEntry[] = []
  readonly #redactor = new Redactor()
  #keysAdded = 0

  get entries(): readonly JournalEntry[] {
    if (this.#entries.length !== this.#fresh.length) this.#entries = Object.freeze([...this.#fresh])
    return this.#entries
  }

  note(world: World, incoming: Incoming, { path, query }: Target, located: Located, at: Instant, status: number): void {
    const { method, base, target, headers, body } = incoming
    const redactor = this.#redactorFor(world, incoming)
    const operation = located.match?.route.operation
    this.#fresh.push(
      Object.freeze({
        number: this.#fresh.length + 1,
        at: written(world, at),
        method: redactor.text(method),
        url: redactor.text(target.startsWith('/') ? base + target : target),
        path: redactor.text(path),
        // Of a parameter that is repeated the first one counts, here as for the service.
        query: redactor.record([...new Set(query.keys())].map((name) => [name, query.get(name) ?? ''])),
        ...(located.dialect && { version: located.dialect.version }),
        ...(operation && { operation }),
        headers: redactor.headers(headers),
        ...(body !== '' && { body: redactor.value(jsonOrText(body)) }),
        status,
      }),
    )
  }

  #redactorFor({ store: { keys, tokens } }: World, { header }: Incoming): Redactor {
    for (const token of tokens.slice(this.#keysAdded)) this.#redactor.add(token)
    this.#keysAdded = tokens.length
    this.#redactor.remember(header, (key) => keys.has(key))
    return this.#redactor
  }
}

function jsonOrText(body: string): unknown {
  const parsed = parse(body)
  return parsed === undefined ? body : parsed
}
