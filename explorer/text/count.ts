// Made once: it takes longer than all that it is used for.
const format = new Intl.NumberFormat('en')

/** A number with its thousands set apart. */
export const count = (number: number): string => format.format(number)
