import type { MessageQuery } from 'osdi-events/mock'

/** Which messages are shown, as the page's address says it. */
export interface MailFilter {
  readonly search: string
  readonly kind: MessageQuery['kind']
  /** Id of the event whose messages alone are shown. */
  readonly event: string | undefined
}

export const kindChoices: readonly (readonly [NonNullable<MailFilter['kind']> | '', string])[] = [
  ['', 'All mail'],
  ['autoresponse', 'Autoresponses'],
  ['reminder', 'Reminders'],
]

export function filterOf(query: URLSearchParams): MailFilter {
  const kind = query.get('kind')
  return {
    search: query.get('search') ?? '',
    kind: kind === 'autoresponse' || kind === 'reminder' ? kind : undefined,
    event: query.get('event') ?? undefined,
  }
}

/** The search parameters of an address that shows them. */
export const queryOf = ({ search, kind, event }: MailFilter) => ({ search, kind, event })
