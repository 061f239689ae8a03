import { parse } from './http/body.ts'
import type { Incoming } from './http/incoming.ts'
import type { Located } from './http/locate.ts'
import { type Redact, redactor } from './http/redact.ts'
import type { Instant } from './model.ts'
import { type World, written } from './service/world.ts'
import type { JournalEntry } from './types.ts'

const keyHeaders = ['api-key', 'osdi-api-token']

/** Every request that reached the service, without any key. */
export class Journal {
  #entries: readonly JournalEntry[] = Object.freeze([])
  readonly #fresh: JournalEntry[] = []
  #known: { readonly count: number; readonly redact: Redact } | undefined

  get entries(): readonly JournalEntry[] {
    if (this.#entries.length !== this.#fresh.length) this.#entries = Object.freeze([...this.#fresh])
    return this.#entries
  }

  note(world: World, { method, url, headers, body }: Incoming, located: Located, at: Instant, status: number): void {
    const redact = this.#redactorFor(world, headers)
    const operation = located.match?.route.operation
    this.#fresh.push(
      Object.freeze({
        number: this.#fresh.length + 1,
        at: written(world, at),
        method,
        url: redact.text(url.href),
        path: redact.text(located.path),
        query: redact.record(Object.fromEntries(url.searchParams)),
        ...(located.dialect && { version: located.dialect.version }),
        ...(operation && { operation }),
        headers: headersWithoutKeys(headers, redact),
        ...(body !== '' && { body: redact.value(parse(body) ?? body) }),
        status,
      }),
    )
  }

  #redactorFor({ store: { keys } }: World, headers: Headers): Redact {
    const strange = keyHeaders.flatMap((name) => headers.get(name) ?? []).filter((key) => !keys.has(key))
    if (strange.length > 0) return redactor([...keys.keys()], strange)
    // Keys are only ever added: as many as before are the same as before.
    if (this.#known?.count !== keys.size) this.#known = { count: keys.size, redact: redactor([...keys.keys()], []) }
    return this.#known.redact
  }
}

const headersWithoutKeys = (headers: Headers, redact: Redact): Readonly<Record<string, string>> =>
  redact.record(
    Object.fromEntries([...headers].map(([name, value]) => [name, keyHeaders.includes(name) ? '[redacted]' : value])),
  )
