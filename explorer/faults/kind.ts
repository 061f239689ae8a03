import type { FaultEffect, FaultKind } from 'osdi-events/mock'
import type { Field } from '../components/form.tsx'
import type { Format, Members } from './formats.ts'

type EffectOf<Kind extends FaultKind> = FaultEffect & { readonly kind: Kind }

/** A field of the form for a member of a rule. `name` is the name of the member, and `value` is the text of a new fault. */
export interface FaultField extends Field {
  readonly format: Format
  readonly required?: true
}

/** Everything that the explorer knows about a kind of effect. */
export interface KindOf<Kind extends FaultKind> {
  readonly group: string
  readonly title: string
  /** What the caller of the request notices. */
  readonly hint: string
  /** What happens to a request, from a verb on: `gets 503`. */
  words(effect: EffectOf<Kind>): string
  /** Which requests can match, if not all can: `for a page`. */
  only?(effect: EffectOf<Kind>): string
  /** Whether the service performs the request in any case. Without this, an effect that comes before takes its place. */
  readonly continues?: true
  readonly fields: readonly FaultField[]
  /** The members of the effect as the fields have them. Without this function, each member has a field. */
  split?(members: Members): Members
  /** The members of the effect from those of the fields. */
  join?(members: Members): Members
}
