import { randomBytes } from 'node:crypto'
import type { Engine } from '../../engine.ts'
import type { StartedRun } from '../../run.ts'
import { written } from '../../service/world.ts'
import type { MockNews } from '../../types.ts'

type WithoutId<Each> = Each extends MockNews ? Omit<Each, 'id'> : never
type Untold = WithoutId<MockNews>

/** What somebody was told of a service. The next news is what has changed since: nobody who reads slowly makes anything wait in memory. */
export class Told {
  readonly #engine: Engine
  #run: StartedRun | undefined
  /** Number of the last request. */
  #count = 0
  #cleared = 0
  #revision: number | undefined
  #rules: string | undefined
  #clock: string | undefined

  /** With the id of the last news that was read, it goes on from there if the service can. */
  constructor(engine: Engine, last = '') {
    this.#engine = engine
    const { run } = engine
    const [, name, number] = /^(\w+)-(\d{1,15})$/.exec(last) ?? []
    const { count, cleared } = run.journal.position
    if (name !== nameOf(run) || Number(number) > count) return
    this.#run = run
    this.#count = Number(number)
    // A journal that was emptied right behind the last request may have been so before or after the news was read.
    this.#cleared = cleared < this.#count ? cleared : 0
  }

  /** What has to be told next; undefined where nothing is new. */
  next(): MockNews | undefined {
    const { run } = this.#engine
    const news = run === this.#run ? (this.#request(run) ?? this.#level(run)) : this.#start(run)
    return news && { id: `${nameOf(run)}-${this.#count}`, ...news }
  }

  #start(run: StartedRun): Untold {
    const { count, cleared } = run.journal.position
    this.#run = run
    this.#count = count
    this.#cleared = cleared
    this.#revision = run.world.store.revision
    this.#rules = undefined
    this.#clock = undefined
    return { kind: 'start' }
  }

  #request({ journal }: StartedRun): Untold | undefined {
    const { count, cleared } = journal.position
    if (count === this.#count && cleared === this.#cleared) return undefined
    const { entries } = journal
    const request = entries[this.#count + 1 - (entries[0]?.number ?? 0)]
    if (cleared !== this.#cleared || !request) {
      this.#cleared = cleared
      this.#count = count
      return { kind: 'journal' }
    }
    this.#count += 1
    return { kind: 'request', request }
  }

  #level({ world }: StartedRun): Untold | undefined {
    const { store, clock } = world
    const rules = this.#engine.faults.rules
    // Nothing else of a rule changes.
    const standing = rules.map(({ id, hits }) => `${id} ${hits}`).join()
    if (standing !== this.#rules) {
      this.#rules = standing
      return { kind: 'faults', rules }
    }
    if (store.revision !== this.#revision) {
      this.#revision = store.revision
      return { kind: 'state' }
    }
    const now = clock.now()
    const setting = clock.goes ? `+${clock.advanced}` : String(now)
    if (setting === this.#clock) return undefined
    this.#clock = setting
    return { kind: 'clock', now: written(world, now), goes: clock.goes }
  }
}

const names = new WeakMap<StartedRun, string>()

/** A run's name: numbers of requests begin anew with each. */
function nameOf(run: StartedRun): string {
  const name = names.get(run) ?? randomBytes(6).toString('hex')
  names.set(run, name)
  return name
}
