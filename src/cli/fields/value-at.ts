/**
 * What an event has by a dotted name, such as `location.locality`, `identifiers.0` or `platform:sponsor.title`; undefined where it has none.
 * Names that hold a dot themselves are found too.
 */
export function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, name)) return Reflect.get(value, name)
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot)
    if (Object.hasOwn(value, head)) return valueAt(Reflect.get(value, head), name.slice(dot + 1))
  }
  return undefined
}
