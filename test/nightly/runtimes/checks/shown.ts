interface Inspecting {
  readonly process?: { readonly getBuiltinModule?: (name: string) => { inspect(value: unknown, how: object): string } }
  readonly Bun?: { inspect(value: unknown, how: object): string }
  readonly Deno?: { inspect(value: unknown, how: object): string }
}

/** Every text within reach of a value, names of its members among them. */
export const textsOf = (value: unknown, seen: Set<unknown>): string[] => {
  if (typeof value === 'string') return [value]
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return []
  seen.add(value)
  const entries = value instanceof Headers || value instanceof Map || value instanceof Set ? [...value] : []
  const members = Reflect.ownKeys(value).flatMap((name) => [String(name), Reflect.get(value, name) as unknown])
  return [...entries, ...members].flatMap((member) => textsOf(member, seen))
}

/** Everything that a value shows: what it says of itself, what the runtime's own printers make of it, and every text within reach. */
export function shown(value: unknown): string {
  const { process, Bun, Deno } = globalThis as Inspecting
  const depth = { depth: 20, showHidden: true, getters: true }
  return [
    String(value),
    JSON.stringify(value) ?? '',
    process?.getBuiltinModule?.('node:util')?.inspect(value, depth) ?? '',
    Bun?.inspect(value, depth) ?? '',
    Deno?.inspect(value, depth) ?? '',
    ...textsOf(value, new Set()),
  ].join('\n')
}
