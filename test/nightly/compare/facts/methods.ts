const isPublic = (name: string) => !name.startsWith('_') && name !== 'constructor'

/** The functions that a resource has, by itself or from its own class; what that inherits is no method of the service. */
function methodsOf(resource: object): number {
  const own: object | null = Object.getPrototypeOf(resource)
  const holder = own === null || own === Object.prototype ? resource : own
  const members = Object.entries(Object.getOwnPropertyDescriptors(holder))
  return members.filter(([name, { value }]) => isPublic(name) && typeof value === 'function').length
}

/** How many methods the resources of a client have, theirs included. */
export function methodsBelow(client: object, seen = new Set<object>()): number {
  let count = 0
  for (const [name, value] of Object.entries(client)) {
    if (!isPublic(name) || typeof value !== 'object' || value === null || Array.isArray(value) || seen.has(value))
      continue
    seen.add(value)
    count += methodsOf(value) + methodsBelow(value, seen)
  }
  return count
}
