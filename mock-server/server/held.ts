import type { ServerResponse } from 'node:http'

/** An answer that goes on until whoever writes it ends it, or the client goes away. */
export class Held {
  readonly begin: (response: ServerResponse) => void

  constructor(begin: (response: ServerResponse) => void) {
    this.begin = begin
  }
}
