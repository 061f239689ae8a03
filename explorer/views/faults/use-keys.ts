import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'

/** The service's own keys, which have names here: nobody is shown what they are. */
export interface Keys {
  readonly choices: readonly (readonly [token: string, name: string])[]
  readonly nameOf: (key: unknown) => string
}

export function useKeys(): Keys {
  const revision = useLive((known) => known.revision)
  const { value } = useLoaded(() => control.place(), { of: 'place', on: [revision] })
  const choices = value
    ? ([
        [value.keys.group, 'The group’s key'],
        [value.keys.individual, 'The individual’s key'],
      ] as const)
    : []
  return { choices, nameOf: (key) => choices.find(([token]) => token === key)?.[1] ?? 'Another key' }
}
