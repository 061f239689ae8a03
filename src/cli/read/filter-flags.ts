import type { Command } from 'commander'
import type { ListOptions } from 'osdi-events'
import { CliError } from '../run/cli-error.ts'
import { flagsOf, text } from '../run/flag.ts'
import type { ServiceFlags } from '../run/service.ts'

/** The flags that choose events. */
export interface FilterFlags {
  readonly filter?: string
  readonly changedSince?: string
}

/** Maps the field of an InputError to the flag that sets it. */
export const filterFlagOf: Readonly<Record<string, string>> = {
  filter: '--filter',
  'filter.modified_at': '--changed-since',
  'filter.modified_date': '--changed-since',
}

export function addFilterFlags(command: Command): void {
  const add = flagsOf(command)
  add('--filter <odata>', 'only events that match this filter, such as "title eq \'Picnic\'"', text)
  add(
    '--changed-since <date-time>',
    'only events that were created or changed since, such as 2026-05-01T00:00:00Z',
    text,
  )
}

/**
 * The filter of a list: OData text of `--filter`, or the time of `--changed-since`. The client checks each event against the time, but not against
 * OData text.
 */
export function filterOf(flags: FilterFlags & Pick<ServiceFlags, 'api'>): Pick<ListOptions, 'filter'> {
  const { api, filter, changedSince } = flags
  if (changedSince === undefined) return filter === undefined ? {} : { filter }
  if (filter !== undefined) throw new CliError(2, '--filter: cannot be combined with --changed-since')
  return changedSinceOf({ api, changedSince })
}

/** The filter of `--changed-since`, for lists of events or RSVPs. */
export function changedSinceOf({ api, changedSince }: FilterFlags & Pick<ServiceFlags, 'api'>) {
  return changedSince === undefined
    ? {}
    : { filter: { [api === 'v1' ? 'modified_at' : 'modified_date']: { gt: changedSince } } }
}
