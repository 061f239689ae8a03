// As many as a usual service has.
const usual = 2 ** 12

/**
 * Tells what is asked for again from what is asked for once, as each event of a long walk is: to keep that too would cost more
 * than it saves. Each thing has one place, by its serial, which it shares with others.
 */
export class Again {
  readonly #last = new Uint32Array(usual)

  /** Whether nothing else was asked for in a thing's place since it was asked for itself. */
  ask(serial: number): boolean {
    const place = serial % usual
    if (this.#last[place] === serial + 1) return true
    this.#last[place] = serial + 1
    return false
  }
}
