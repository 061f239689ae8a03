import { useRef, useState } from 'preact/hooks'

/** Why the service did not do what it was asked for. */
export interface Refusal {
  /** What is at fault, by the service's name for it, such as `event.title`. */
  readonly field: string | undefined
  readonly problem: string
}

/** Something that can be asked of the service. */
export interface Act {
  readonly isBusy: boolean
  readonly refusal: Refusal | undefined
  /** Asks for it, unless it is being asked for already. */
  readonly run: () => void
  /** Why a field was refused; undefined where it was not. */
  readonly errorAt: (field: string) => string | undefined
  readonly forget: () => void
}

/** Does something once at a time, and keeps why it was refused. */
export function useAct(does: () => Promise<void>): Act {
  const [refusal, refuse] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const run = async () => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      await does()
      refuse(undefined)
    } catch (error) {
      refuse(refusalOf(error))
    }
    busy.current = false
    setBusy(false)
  }
  return {
    isBusy,
    refusal,
    run: () => void run(),
    errorAt: (field) => (refusal?.field === field ? sentence(refusal.problem) : undefined),
    forget: () => refuse(undefined),
  }
}

/** An error of the service's names its field, and begins with it. */
function refusalOf(error: unknown): Refusal {
  const text = error instanceof Error ? error.message : String(error)
  if (typeof error !== 'object' || error === null || !('field' in error) || typeof error.field !== 'string')
    return { field: undefined, problem: text }
  const { field } = error
  const problem = text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text
  return { field, problem }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
