import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'

/** A key that the service knows, under a name: nobody is shown what it is. */
export interface NamedKey {
  readonly token: string
  readonly name: string
}

/** The keys that the service knows. */
export interface Keys {
  readonly known: readonly NamedKey[]
  readonly nameOf: (key: unknown) => string
}

export function useKeys(): Keys {
  const revision = useLive((known) => known.revision)
  const { value } = useLoaded(namedKeys, { of: 'keys', on: [revision] })
  const known = value ?? []
  return { known, nameOf: (key) => known.find(({ token }) => token === key)?.name ?? 'Another key' }
}

async function namedKeys(): Promise<readonly NamedKey[]> {
  const [{ keys }, listed] = await Promise.all([control.info(), control.keys()])
  const counts = new Map<string, number>()
  return listed.map(({ token, title }) => {
    if (token === keys.group) return { token, name: 'The group’s key' }
    if (token === keys.individual) return { token, name: 'The individual’s key' }
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return { token, name: `A key of ${title}${count === 1 ? '' : ` (${count})`}` }
  })
}
