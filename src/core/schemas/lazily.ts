/** Something that is made when it is first asked for, and then kept. */
export function lazily<Thing>(make: () => Thing): () => Thing {
  let made: { readonly thing: Thing } | undefined
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}

/** The same for something that depends on a text: kept for the text that it was asked for last. */
export function lazilyFor<Thing>(make: (text: string) => Thing): (text: string) => Thing {
  let made: { readonly text: string; readonly thing: Thing } | undefined
  return (text) => {
    if (made?.text !== text) made = { text, thing: make(text) }
    return made.thing
  }
}
