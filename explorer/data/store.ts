import { useEffect, useState } from 'preact/hooks'

/** A value that changes, and whoever shows it. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (change: (value: Value) => Value) => void
  readonly watch: (tell: () => void) => () => void
}

export function storeOf<Value>(initial: Value): Store<Value> {
  let value = initial
  const watching = new Set<() => void>()
  return {
    get: () => value,
    set: (change) => {
      const next = change(value)
      if (next === value) return
      value = next
      for (const tell of watching) tell()
    },
    watch: (tell) => {
      watching.add(tell)
      return () => watching.delete(tell)
    },
  }
}

/** Part of a store's value; whoever uses it is drawn anew when that part is another. */
export function useStore<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part {
  const [shown, show] = useState(() => part(store.get()))
  useEffect(() => {
    const look = () => show(() => part(store.get()))
    look()
    return store.watch(look)
  }, [store])
  return shown
}
