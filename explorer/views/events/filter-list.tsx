import type { ComponentChildren } from 'preact'
import { control } from '../../data/control.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Icon } from '../../parts/icon.tsx'
import { daysLater, shownDate } from '../../text/date.ts'
import type { Filters } from './filters.ts'

interface FilterListProps {
  readonly filters: Filters
  /** Address of the list without one of them, or two. */
  readonly without: (...names: (keyof Filters)[]) => string
}

/** By what the list is narrowed down, in words, and how to have more of it again. */
export const FilterList = ({
  filters: { owner, person, via, attended, dated, from, to },
  without,
}: FilterListProps) => (
  <ul class="filters" aria-label="Only events">
    {person !== undefined && (
      <Filter href={without('person')} what="the person">
        with an RSVP of <Person id={person} />
      </Filter>
    )}
    {owner !== undefined && (
      <Filter href={without('owner')} what="the owner">
        of <Owner id={owner} />
      </Filter>
    )}
    {via !== undefined && (
      <Filter href={without('via')} what="how they were made">
        {via === 'api' ? 'made through the API' : 'made in the user interface'}
      </Filter>
    )}
    {attended !== undefined && (
      <Filter href={without('attended')} what="the RSVPs">
        {attended === 'true' ? 'with an RSVP' : 'without an RSVP'}
      </Filter>
    )}
    {dated !== undefined && (
      <Filter href={without('dated')} what="their start">
        {dated === 'true' ? 'with a start' : 'without a start'}
      </Filter>
    )}
    {(from !== undefined || to !== undefined) && (
      <Filter href={without('from', 'to')} what="the dates">
        {inWords(from, to)}
      </Filter>
    )}
  </ul>
)

interface FilterProps {
  readonly href: string
  readonly what: string
  readonly children: ComponentChildren
}

const Filter = ({ href, what, children }: FilterProps) => (
  <li class="filter">
    <span>{children}</span>
    <a href={href} aria-label={`Whatever ${what}`} title="Take it away">
      <Icon path="M4.5 4.5l7 7M11.5 4.5l-7 7" />
    </a>
  </li>
)

function Person({ id }: { readonly id: string }) {
  const { value } = useLoaded(() => control.person(id), { of: id })
  return (
    <>
      <strong>{value ? `${value.given_name} ${value.family_name}` : id}</strong>
      {value && <span class="soft"> {[value.email_address, value.postal_code].filter(Boolean).join(', ')}</span>}
    </>
  )
}

function Owner({ id }: { readonly id: string }) {
  const { value } = useLoaded(() => control.lists(), { of: 'lists' })
  return <strong>{value?.find((owner) => owner.id === id)?.title ?? id}</strong>
}

function inWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `up to ${shownDate(to ?? '')}`
  if (to === undefined) return `from ${shownDate(from)} on`
  if (from === to) return `on ${shownDate(from)}`
  const isWeek = new Date(`${from}T00:00Z`).getUTCDay() === 1 && to === daysLater(from, 6)
  return isWeek ? `in the week of ${shownDate(from)}` : `from ${shownDate(from)} to ${shownDate(to)}`
}
