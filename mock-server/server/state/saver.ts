import { later, laterIfRunning, type Stop } from '../../time.ts'

/** What a {@link Saver} does its work with. */
interface Saving {
  /** Saves what there is at this moment. */
  readonly save: () => Promise<void>
  /** Told of every saving that failed, but for those that were tried again without a change. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds that changes are gathered for before they are saved. */
const gathering = 250

/** Milliseconds until a saving that failed is tried again: at first, and at the most. */
const pauses = { first: 1000, longest: 30_000 }

/** Why it is saved. */
type Which = 'after a change' | 'again' | 'last'

/** Saves after changes: soon, not for each one, and never twice at once. */
export class Saver {
  readonly #saving: Saving
  #changes = 0
  /** How many changes the last saving that was begun had. */
  #tried = 0
  /** How many changes are saved. */
  #saved = 0
  #stop: Stop | undefined
  #stopAgain: Stop | undefined
  #pause = pauses.first
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

  /** Saves what is not saved yet, and plans no more. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stop?.()
    this.#stopAgain?.()
    await this.#running
    if (this.#saved < this.#changes) await this.#save('last')
  }

  #plan(): void {
    if (this.#closed || this.#stop || this.#running || this.#tried === this.#changes) return
    this.#stopAgain?.()
    this.#stop = later(gathering, () => {
      this.#stop = undefined
      this.#begin('after a change')
    })
  }

  #begin(which: Which): void {
    this.#running = this.#save(which).finally(() => {
      this.#running = undefined
      this.#plan()
    })
  }

  /** The system may have had its reasons for a moment. No program is kept running for that: it is tried at the end too. */
  #planAgain(): void {
    if (this.#closed) return
    this.#stopAgain = laterIfRunning(this.#pause, () => this.#begin('again'))
    this.#pause = Math.min(this.#pause * 2, pauses.longest)
  }

  async #save(which: Which): Promise<void> {
    const changes = this.#changes
    this.#tried = changes
    try {
      await this.#saving.save()
      this.#saved = changes
      this.#pause = pauses.first
    } catch (error) {
      // One that ends while the saver closes is followed by the last, which tells of itself.
      if (which === 'last' || (which === 'after a change' && !this.#closed)) this.#saving.onError(error)
      if (isOfSystem(error)) this.#planAgain()
    }
  }
}

/** Whether an error is the system's, and may pass; a state that is too long stays so until it changes. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code !== undefined
