import type { ServerResponse } from 'node:http'

/** An answer that goes on until whoever writes it ends it, or the client goes away. */
export class Held {
  /** `fail` breaks it off where it cannot go on. */
  readonly begin: (response: ServerResponse, fail: (error: unknown) => void) => void

  /** What can be written at any time and means nothing. */
  readonly sign: string

  constructor(sign: string, begin: Held['begin']) {
    this.sign = sign
    this.begin = begin
  }
}
