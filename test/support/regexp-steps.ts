/** What follows a part of a pattern that has matched up to a place. */
type Next = (at: number) => boolean

/** Tries a part of a pattern at a place, one way after the other. */
type Part = (text: string, at: number, next: Next) => boolean

const quantifiers: Readonly<Record<string, readonly [number, number]>> = { '*': [0, Infinity], '?': [0, 1] }

/** Reads the patterns of this package: groups without names, alternatives, classes, and greedy quantifiers. */
function read(source: string, flags: string, step: () => void): Part {
  let rest = source

  const take = (pattern: RegExp) => {
    const [found = ''] = pattern.exec(rest) ?? []
    rest = rest.slice(found.length)
    return found
  }

  const alternatives = (): Part => {
    const all = [sequence()]
    while (take(/^\|/)) all.push(sequence())
    return (text, at, next) => all.some((each) => each(text, at, next))
  }

  const sequence = (): Part => {
    const parts: Part[] = []
    while (rest !== '' && !/^[|)]/.test(rest)) parts.push(quantified())
    return parts.reduceRight<Part>(
      (after, part) => (text, at, next) => part(text, at, (end) => after(text, end, next)),
      (_, at, next) => next(at),
    )
  }

  const quantified = (): Part => {
    const part = atom()
    const sign = take(/^(?:[*?]|\{\d+,\d+\})/)
    if (sign === '') return part
    const [least = 0, most = 0] = quantifiers[sign] ?? sign.slice(1, -1).split(',').map(Number)
    const repeat = (text: string, at: number, next: Next, count: number): boolean =>
      (count < most && part(text, at, (end) => end > at && repeat(text, end, next, count + 1))) ||
      (count >= least && next(at))
    return (text, at, next) => repeat(text, at, next, 0)
  }

  const atom = (): Part => {
    if (take(/^\(\?:/)) {
      const group = alternatives()
      if (!take(/^\)/)) throw new Error(`no end of a group before ${rest}`)
      return group
    }
    const one = take(/^(?:\[(?:\\.|[^\]\\])*\]|\\x[\da-f]{2}|\\u[\da-f]{4}|\\.|[^\\()[\]{}*+?|^$])/i)
    if (one === '') throw new Error(`cannot read ${rest}`)
    const fits = new RegExp(`^${one}$`, flags)
    return (text, at, next) => {
      step()
      return fits.test(text.charAt(at)) && next(at + 1)
    }
  }

  const whole = alternatives()
  if (rest !== '') throw new Error(`cannot read ${rest}`)
  return whole
}

/**
 * How many characters a backtracking engine looks at while it searches a text for all that fits a pattern: what its time grows with, whatever the
 * machine does meanwhile.
 */
export function stepsOf({ source, flags }: RegExp, text: string): number {
  let steps = 0
  const pattern = read(source, flags.replace('g', ''), () => {
    steps += 1
  })
  for (let at = 0; at < text.length; at += 1) {
    pattern(text, at, (end) => {
      at = Math.max(at, end - 1)
      return true
    })
  }
  return steps
}
