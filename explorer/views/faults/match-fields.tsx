import { Choice, TextField } from '../../parts/field.tsx'
import { any } from './fields.ts'
import { KeyField } from './key-field.tsx'
import { Operations } from './operations.tsx'
import type { Keys } from './use-keys.ts'

interface MatchFieldsProps {
  /** What stands in a field, what is wrong with it, and what changes it. */
  readonly of: (name: string) => {
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (value: string) => void
  }
  readonly keys: Keys
  /** Why no key is filled in. */
  readonly noKey: string | undefined
}

const same = (text: string) => [text, text] as const

/** Which requests a rule means, how often and when it strikes them. */
export const MatchFields = ({ of, keys, noKey }: MatchFieldsProps) => {
  const path = of('path')
  const [nth, times] = [of('nth'), of('times')]
  return (
    <>
      <fieldset class="group">
        <legend>Which requests</legend>
        <div class="fields">
          <Choice label="Version" {...of('version')} choices={[any, ['v1', 'Version 1'], ['v2', 'Version 2']]} />
          <Choice
            label="Method"
            {...of('method')}
            choices={[any, ...['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map(same)]}
          />
        </div>
        <Operations {...of('operation')} />
        <TextField
          label="Path"
          hint="* stands for anything, as in /api/v2/events/*"
          value={path.value}
          error={path.error}
          onInput={path.onChange}
        />
        <KeyField keys={keys} why={noKey} {...of('key')} />
      </fieldset>
      <fieldset class="group">
        <legend>How often, and when</legend>
        <div class="fields">
          <TextField
            label="From request number"
            hint="Of those that fit; the first unless you say otherwise."
            numeric
            value={nth.value}
            error={nth.error}
            onInput={nth.onChange}
          />
          <TextField
            label="How often at the most"
            hint={nth.value.trim() === '' ? 'Empty: without end.' : 'Empty: once.'}
            numeric
            value={times.value}
            error={times.error}
            onInput={times.onChange}
          />
        </div>
        <Choice
          label="When it strikes"
          {...of('when')}
          hint="After it has acted, the service remembers what was asked, and only its answer is late, lost or spoilt."
          choices={[
            ['', 'Before the service acts'],
            ['after', 'After it has acted'],
          ]}
        />
      </fieldset>
    </>
  )
}
