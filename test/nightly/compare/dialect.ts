/** Where a page stands in its collection. */
export interface Place {
  /** The address of the page behind it, or undefined at the end. */
  readonly next: string | undefined
  /** Its number, from 1. */
  readonly number: number
  readonly total: number
  readonly perPage: number
}

/** The body of an answer, and headers where they belong to it. */
export interface Written {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the service of a client sends, so that each client is tried with what it was made for. */
export interface Dialect {
  readonly contentType: string
  /** How its service finds the next page: by a number in the address, or by the id behind which to go on. */
  readonly paging: 'number' | string
  /** Whether the address of the next page is in the answer; otherwise the client makes it. */
  readonly namesNext: boolean
  thing(id: string, origin: string): string
  /** One thing without a field that every thing has, and another of a type that it never has. */
  broken(origin: string): Broken
  page(ids: readonly string[], place: Place, origin: string): Written
  /** A page of those listings whose next page is named, where others' are not. */
  named?(ids: readonly string[], next: string | undefined): Written
  refusal(message: string): string
}

/** An answer that does not fit, and in what. */
export interface Broken {
  readonly body: string
  readonly missing: string
  readonly wrong: string
}
