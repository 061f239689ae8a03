/** What a relation means, and which versions have it. */
export interface Meaning {
  readonly text: string
  readonly versions: string
}

const both = 'versions 1 and 2'

const meanings: Readonly<Record<string, Meaning>> = {
  self: { versions: both, text: 'The address of what is shown itself.' },
  next: {
    versions: both,
    text: 'The next page of a collection; the last page has none. A client follows it rather than count.',
  },
  previous: { versions: both, text: 'The page before this one; the first has none.' },
  curies: { versions: both, text: 'Templates for the addresses at which relations with a prefix are documented.' },
  'osdi:events': {
    versions: both,
    text: 'Events, each at an address of its own. A collection embeds those of its page under the same name.',
  },
  'osdi:attendance': {
    versions: 'version 1',
    text: 'The RSVPs of an event, as a collection, and the address at which one is recorded. Version 2 calls it osdi:attendances.',
  },
  'osdi:attendances': {
    versions: 'version 2; a person has it in version 1 too',
    text: 'The RSVPs of an event, as a collection. Version 1 calls it osdi:attendance.',
  },
  'osdi:record_attendance_helper': {
    versions: 'version 2',
    text: 'The address at which an RSVP is recorded together with the person who gives it, known before or not.',
  },
  'osdi:creator': {
    versions: both,
    text: 'The person who made the event. Version 1 embeds them, version 2 links to them.',
  },
  'osdi:organizer': { versions: both, text: 'The person who organizes the event, who is the one who made it.' },
  'osdi:person': { versions: both, text: 'The person who gave an RSVP.' },
  'osdi:event': { versions: both, text: 'The event that an RSVP is for.' },
  ':event_campaign': {
    versions: both,
    text: 'The campaign that the event belongs to. Only events of a campaign have it.',
  },
  ':embed': { versions: both, text: 'Snippets of HTML with which another page shows the form of the event.' },
}

/** The meaning of a relation; the service's own ones are known whatever its prefix. */
export function meaningOf(name: string): Meaning {
  const own = name.replace(/^[^:]+(?=:)/, '')
  const known = [name, own].find((each) => Object.hasOwn(meanings, each))
  return (
    (known === undefined ? undefined : meanings[known]) ?? {
      versions: 'not in the list of the explorer',
      text: 'The guides say nothing of this relation. Where an answer has it, its link can be followed like any other.',
    }
  )
}
