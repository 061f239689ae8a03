import { fieldOf, problemOf } from './refusal.ts'
import { useAct } from './use-act.ts'

/** Something that a form asks of the service. */
export interface Submission {
  readonly isBusy: boolean
  /** Why it was refused the last time. */
  readonly error: Error | undefined
  /** Asks for it, unless it is being asked for already. */
  readonly submit: () => void
  /** Why a field was refused; undefined where it was not. */
  readonly errorAt: (field: string) => string | undefined
}

/** Asks the service for something, and keeps what it refused. */
export function useSubmission(does: () => Promise<void>): Submission {
  const { error, isBusy, run } = useAct()
  return {
    isBusy,
    error,
    submit: () => void run(does),
    errorAt: (field) => (error && fieldOf(error) === field ? sentence(problemOf(error)) : undefined),
  }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
