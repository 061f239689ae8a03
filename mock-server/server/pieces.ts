import { Snapshot } from '../snapshot.ts'
import type { MockService } from '../types.ts'

/** A JSON text in pieces: all of it may be longer than a text can be, and takes its time. */
export class Pieces {
  readonly texts: Iterable<string>

  constructor(texts: Iterable<string>) {
    this.texts = texts
  }
}

/** The state document of a service, as it is at this moment. */
export function stateOf(service: MockService): Pieces {
  const snapshot = service.snapshot()
  return new Pieces(snapshot instanceof Snapshot ? snapshot.pieces() : [JSON.stringify(snapshot)])
}
