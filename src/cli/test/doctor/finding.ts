/** One line of the report. */
export interface Finding {
  /** What it is about, such as `clock`. */
  readonly what: string
  /** `wrong` is a thing to mend; `note` is no fault, or cannot be told. */
  readonly state: 'well' | 'wrong' | 'note'
  /** What the command found. */
  readonly found: string
  /** What the user can do, in flags. */
  readonly advice?: string
}

export const well = (what: string, found: string): Finding => ({ what, state: 'well', found })

export const wrong = (what: string, found: string, advice?: string): Finding => ({
  what,
  state: 'wrong',
  found,
  ...(advice !== undefined && { advice }),
})

export const note = (what: string, found: string): Finding => ({ what, state: 'note', found })
