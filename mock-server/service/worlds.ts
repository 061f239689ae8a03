import type { World } from './world.ts'

// A server's callers know it by a few names; one that makes up names without end must not fill the memory.
const mostBases = 16
/** How many views there are of those and of the service's own address: one for each version. */
export const mostViews = 2 * (mostBases + 1)

/** The same world under other base addresses. */
export function worldsOf(world: World): (base: string) => World {
  const others = new Map<string, World>()
  return (base) => {
    if (base === world.baseUrl) return world
    const known = others.get(base)
    if (known) return known
    for (const oldest of others.keys()) {
      if (others.size < mostBases) break
      others.delete(oldest)
    }
    const other = { ...world, baseUrl: base }
    others.set(base, other)
    return other
  }
}
