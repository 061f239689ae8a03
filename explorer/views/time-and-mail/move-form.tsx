import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { problemOf } from '../../data/refusal.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { useMove } from './use-move.ts'

const hour = 3_600_000

/** Moves the clock to a moment of one's own. */
export function MoveForm() {
  const [typed, type] = useState<string>()
  const now = useLive((known) => known.clock?.now)
  const { error, isBusy, move, forget } = useMove()
  const value =
    typed ?? (now === undefined ? '' : new Date((Math.floor(now / hour) + 1) * hour).toISOString().slice(0, 16))
  return (
    <form
      class="move"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void move(() => control.clock.advanceTo(`${value}Z`)).then(
          // What was typed meanwhile stays.
          (done) => done && type((latest) => (latest === typed ? undefined : latest)),
        )
      }}
    >
      <TextField
        label="To a moment, in UTC"
        type="datetime-local"
        value={value}
        error={error && problemOf(error)}
        onInput={(text) => {
          forget()
          type(text)
        }}
      />
      <Button type="submit" disabled={isBusy}>
        Move
      </Button>
    </form>
  )
}
