/** A part of the tree whose leaves are the pages: the lowest branches hold pages, all others branches. */
interface Branch<Page> {
  readonly branches: Branch<Page>[]
  readonly pages: Page[]
  /** A bit for each of those: whether it is this tree's alone. Holds as long as the branch itself is. */
  owned: number
}

const bits = 5
const fanout = 2 ** bits

/**
 * Pages by their numbers, which count from 0 in the order of adding. A clone takes no time and shares all of them: a page, and
 * the few branches on the way to it, are copied before one of the sharers writes to them, and not again while they are its own.
 */
export class Pages<Page> {
  readonly #copy: (page: Page) => Page
  #root: Branch<Page>
  #isRootOwned = true
  /** Levels of branches above the lowest ones. */
  #height = 0
  #length = 0

  constructor(copy: (page: Page) => Page, root: Branch<Page> = { branches: [], pages: [], owned: 0 }) {
    this.#copy = copy
    this.#root = root
  }

  get length(): number {
    return this.#length
  }

  /** A page for reading: it may be another's too. */
  read(number: number): Page | undefined {
    if (number < 0 || number >= this.#length) return undefined
    let branch: Branch<Page> | undefined = this.#root
    for (let level = this.#height; level > 0; level -= 1) branch = branch?.branches[slotIn(number, level)]
    return branch?.pages[slotIn(number, 0)]
  }

  /** A page for writing: it is this one's alone until the next clone. */
  write(number: number): Page | undefined {
    if (number < 0 || number >= this.#length) return undefined
    const branch = this.#lowest(number)
    const slot = slotIn(number, 0)
    const page = branch.pages[slot]
    if (page !== undefined && !isOwned(branch, slot)) return put(branch, slot, this.#copy(page))
    return page
  }

  /** Adds a page, which nobody else writes to; returns its number. */
  add(page: Page): number {
    const number = this.#length
    if (number === fanout ** (this.#height + 1)) this.#raise()
    this.#length += 1
    put(this.#lowest(number), slotIn(number, 0), page)
    return number
  }

  clone(): Pages<Page> {
    const other = new Pages(this.#copy, this.#root)
    other.#height = this.#height
    other.#length = this.#length
    other.#isRootOwned = false
    this.#isRootOwned = false
    return other
  }

  /** Puts a new root above the old one. */
  #raise(): void {
    this.#root = { branches: [this.#root], pages: [], owned: this.#isRootOwned ? 1 : 0 }
    this.#isRootOwned = true
    this.#height += 1
  }

  /** The lowest branch on the way to a page, made this tree's own all the way down. */
  #lowest(number: number): Branch<Page> {
    if (!this.#isRootOwned) this.#root = copied(this.#root)
    this.#isRootOwned = true
    let branch = this.#root
    for (let level = this.#height; level > 0; level -= 1) branch = ownedBelow(branch, slotIn(number, level))
    return branch
  }
}

const slotIn = (number: number, level: number): number => (number >>> (bits * level)) & (fanout - 1)

const isOwned = ({ owned }: Branch<unknown>, slot: number): boolean => (owned & (1 << slot)) !== 0

/** Puts a page of its own below a lowest branch. */
function put<Page>(branch: Branch<Page>, slot: number, page: Page): Page {
  branch.pages[slot] = page
  branch.owned |= 1 << slot
  return page
}

/** A copy owns nothing of what stands below it. */
const copied = <Page>({ branches, pages }: Branch<Page>): Branch<Page> => ({
  branches: branches.slice(),
  pages: pages.slice(),
  owned: 0,
})

/** The branch at a place below another, its own: copied, or made where there is none. */
function ownedBelow<Page>(branch: Branch<Page>, slot: number): Branch<Page> {
  const below = branch.branches[slot]
  if (below && isOwned(branch, slot)) return below
  const own = below ? copied(below) : { branches: [], pages: [], owned: 0 }
  branch.branches[slot] = own
  branch.owned |= 1 << slot
  return own
}
