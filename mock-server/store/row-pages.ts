import { Pages } from './pages.ts'
import { copyOf, type RowPage } from './row-layout.ts'

/** Pages of rows, whose numbers are given again once they are free. */
export class RowPages {
  readonly #pages: Pages<RowPage>
  /** One more than the number of a page that is free, whose second word says the same of the next; 0 if none is. */
  #free = 0

  constructor(pages = new Pages<RowPage>(copyOf)) {
    this.#pages = pages
  }

  read(number: number): RowPage | undefined {
    return this.#pages.read(number)
  }

  write(number: number): RowPage | undefined {
    return this.#pages.write(number)
  }

  add(page: RowPage): number {
    const number = this.#free - 1
    const free = number < 0 ? undefined : this.write(number)
    if (!free) return this.#pages.add(page)
    this.#free = free[1] ?? 0
    free.set(page)
    return number
  }

  release(number: number): void {
    const page = this.write(number)
    if (page) page[1] = this.#free
    this.#free = number + 1
  }

  clone(): RowPages {
    const other = new RowPages(this.#pages.clone())
    other.#free = this.#free
    return other
  }
}
