/** A side of a comparison: does one round's work and returns its measure. */
export type Side<Measure> = () => Promise<Measure>

/** Measures sides in turns, so that what happens on the machine meanwhile strikes all of them; every other round backwards. */
export async function inTurns<Name extends string, Measure>(
  sides: Readonly<Record<Name, Side<Measure>>>,
  rounds: number,
): Promise<Record<Name, Measure[]>> {
  const names = Object.keys(sides) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measure[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await sides[name]())
  }
  return measured
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
