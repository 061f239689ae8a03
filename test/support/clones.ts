import fc from 'fast-check'

/** A step of a trial of something that can be cloned: a change, one clone more, or on with another of them. */
export type CloneStep<Change> =
  | { readonly do: 'change'; readonly change: Change }
  | { readonly do: 'clone' }
  | { readonly do: 'switch'; readonly to: number }

/** Many changes with some clones between them, which are then changed in turns. */
export const cloneSteps = <Change>(change: fc.Arbitrary<Change>, maxLength = 300): fc.Arbitrary<CloneStep<Change>[]> =>
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), change }) },
      { weight: 1, arbitrary: fc.constant({ do: 'clone' as const }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), to: fc.nat(9) }) },
    ),
    { maxLength },
  )

/** A thing, and the plain one that it has to be like. */
export interface Twins<Thing, Model> {
  readonly thing: Thing
  readonly model: Model
}

/** Plays steps on a thing and a plain model of it, and on their clones; answers all pairs. */
export function played<Thing extends { clone(): Thing }, Model, Change>(
  first: Twins<Thing, Model>,
  steps: readonly CloneStep<Change>[],
  copy: (model: Model) => Model,
  change: (twins: Twins<Thing, Model>, change: Change) => void,
): readonly Twins<Thing, Model>[] {
  const all = [first]
  let current = first
  for (const step of steps) {
    if (step.do === 'clone') all.push({ thing: current.thing.clone(), model: copy(current.model) })
    else if (step.do === 'switch') current = all[step.to % all.length] ?? first
    else change(current, step.change)
  }
  return all
}
