/** What a {@link Saver} does its work with. */
export interface Saving {
  /** Saves what there is at this moment. */
  readonly save: () => Promise<void>
  /** Told of every saving that failed. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds that changes are gathered for before they are saved. */
const gathering = 250

/** Saves after changes: soon, not for each one, and never twice at once. */
export class Saver {
  readonly #saving: Saving
  #changes = 0
  /** How many changes the last saving that was begun had. */
  #tried = 0
  /** How many changes are saved. */
  #saved = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #closed = false

  constructor(saving: Saving) {
    this.#saving = saving
  }

  /** There is something new to be saved. */
  changed(): void {
    this.#changes += 1
    this.#plan()
  }

  /** Plans no more. */
  abandon(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** Saves what is not saved yet, and plans no more. */
  async close(): Promise<void> {
    this.abandon()
    await this.#running
    if (this.#saved < this.#changes) await this.#save()
  }

  /** What could not be saved is tried again with the next change, and not before: the reason would be told again and again. */
  #plan(): void {
    if (this.#closed || this.#timer !== undefined || this.#running || this.#tried === this.#changes) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#save().finally(() => {
        this.#running = undefined
        this.#plan()
      })
    }, gathering)
  }

  async #save(): Promise<void> {
    const changes = this.#changes
    this.#tried = changes
    try {
      await this.#saving.save()
      this.#saved = changes
    } catch (error) {
      this.#saving.onError(error)
    }
  }
}
