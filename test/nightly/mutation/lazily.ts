import * as once from '../../../src/core/schemas/lazily.ts'

// What is made when it is first asked for, and then kept, would be made before a mutant of it is active: here it is made anew for each.

interface Scope {
  readonly __stryker__?: { readonly activeMutant?: string; readonly currentTestId?: string }
}

/** The mutant, and while it is counted what each test reaches, the test. */
function moment(): string {
  const { activeMutant, currentTestId } = (globalThis as Scope).__stryker__ ?? {}
  return `${activeMutant} ${activeMutant === undefined ? currentTestId : ''}`
}

function anew<Made>(begin: () => Made): () => Made {
  let made = begin()
  let of = moment()
  return () => {
    const now = moment()
    if (now !== of) made = begin()
    of = now
    return made
  }
}

export function lazily<Thing>(make: () => Thing): () => Thing {
  const made = anew(() => once.lazily(make))
  return () => made()()
}

export function lazilyFor<Thing>(make: (text: string) => Thing): (text: string) => Thing {
  const made = anew(() => once.lazilyFor(make))
  return (text) => made()(text)
}
