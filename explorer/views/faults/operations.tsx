import type { OperationName } from 'osdi-events/mock'
import { Button } from '../../parts/button.tsx'

const all: Readonly<Record<OperationName, true>> = {
  'events.list': true,
  'events.get': true,
  'events.create': true,
  'events.update': true,
  'attendances.list': true,
  'attendances.get': true,
  'attendances.record': true,
  'campaigns.get': true,
  'campaigns.events': true,
  'people.get': true,
  'people.attendances': true,
  'people.part': true,
  'embed.get': true,
}

interface OperationsProps {
  /** Names with commas between. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The operations of which any is meant; every one where none is chosen. */
export function Operations({ value, error, onChange }: OperationsProps) {
  const chosen = value.split(',').filter(Boolean)
  const turned = (name: string) => (chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return (
    <fieldset class="field operations">
      <legend>
        Operations <span class="soft">{chosen.length === 0 ? 'any' : `${chosen.length} chosen`}</span>
      </legend>
      <div class="switch">
        {Object.keys(all).map((name) => (
          <Button key={name} pressed={chosen.includes(name)} onClick={() => onChange(turned(name).join(','))}>
            {name}
          </Button>
        ))}
      </div>
      {error !== undefined && <p class="hint wrong">{error}</p>}
    </fieldset>
  )
}
