import type { ComponentChildren } from 'preact'

/** What a chip's colour says beside its text. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

/** A short word that stands out: a status, a kind, an origin. */
export const Chip = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)

/** The status of an answer; a request that got none was broken off. */
export const StatusChip = ({ status }: { readonly status: number | undefined }) => (
  <Chip tone={toneOf(status)}>{status ?? 'none'}</Chip>
)

function toneOf(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}
