import fc from 'fast-check'

/** One change of a JSON text. */
export type Edit = (text: string) => string

type Parent = Record<string | number, unknown>

function placesOf(value: unknown, places: (readonly [Parent, string | number])[] = []) {
  if (typeof value !== 'object' || value === null) return places
  for (const name of Object.keys(value)) {
    places.push([value as Parent, name])
    placesOf((value as Parent)[name], places)
  }
  return places
}

/** JSON texts of values that often break parsers and programs. */
const nasty = [
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '1e999',
  '-0',
  '9007199254740993',
  '"\\ud800"',
  '"\\u0000"',
  '"a\\u202eb"',
  '""',
  'null',
  '[]',
  '{}',
  '[[[[]]]]',
  // Not deeper, because the test itself could not compare deeper values.
  `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
  `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
  '{"href":"https://elsewhere.example.org/"}',
  '[{"href":7}]',
]

const valueText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
)

/** Changes one place of a document, if the document has any. */
const changed = (at: number, text: string, change: (parent: Parent, name: string | number) => void): string => {
  const document: unknown = JSON.parse(text)
  const places = placesOf(document)
  const [parent, name] = places[at % places.length] ?? []
  if (parent && name !== undefined) change(parent, name)
  return JSON.stringify(document)
}

/** Replaces the value at one place of the document. */
const replaced: fc.Arbitrary<Edit> = fc.tuple(fc.nat(), valueText).map(([at, value]) => (text) => {
  const mark = 'here it comes: 31415926'
  const marked = changed(at, text, (parent, name) => {
    parent[name] = mark
  })
  return marked.replace(`"${mark}"`, () => value)
})

/** Removes a member or an entry. */
const removed: fc.Arbitrary<Edit> = fc.nat().map(
  (at) => (text) =>
    changed(at, text, (parent, name) => {
      if (Array.isArray(parent)) parent.splice(Number(name), 1)
      else delete parent[name]
    }),
)

/** Damages the text itself. */
const cut: fc.Arbitrary<Edit> = fc.nat().map((at) => (text) => text.slice(0, at % (text.length + 1)))
const inserted: fc.Arbitrary<Edit> = fc
  .tuple(fc.nat(), fc.oneof(fc.constantFrom('\0', '{', '"', '\\', ',', '\ufeff', '<html>', '1e999'), fc.string()))
  .map(([at, more]) => (text) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + more + text.slice(place)
  })
const doubled: fc.Arbitrary<Edit> = fc.tuple(fc.nat(), valueText).map(([at, value]) => (text) => {
  const braces = [...text.matchAll(/\{(?=")/g)]
  const place = (braces[at % Math.max(1, braces.length)]?.index ?? 0) + 1
  const name = /^"[^"]*"/.exec(text.slice(place))?.[0] ?? '"x"'
  return `${text.slice(0, place)}${name}:${value},${text.slice(place)}`
})

/** One to three changes. Changes of the text itself come last, because the text may not be JSON afterwards. */
export const mutation: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.array(fc.oneof(replaced, removed), { maxLength: 2 }),
    fc.array(fc.oneof(cut, inserted, doubled), { maxLength: 1 }),
    fc.oneof(replaced, removed, doubled),
  )
  .map(
    ([values, texts, last]) =>
      (text) =>
        texts.reduce((so, edit) => edit(so), tryOn([...values, last], text)),
  )

/** Applies changes as long as the text is JSON. */
const tryOn = (edits: readonly Edit[], text: string) =>
  edits.reduce((so, edit) => {
    try {
      return edit(so)
    } catch {
      return so
    }
  }, text)
