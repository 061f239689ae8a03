import type { MockPerson, PeopleQuery } from 'osdi-events/mock'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { useRows } from '../data/use-rows.ts'
import { hrefOf } from '../routing/route.ts'
import { TextField } from './field.tsx'
import { LongList } from './long-list.tsx'
import { Empty } from './state.tsx'
import type { Column } from './virtual-list.tsx'

const columns: readonly Column[] = [
  { title: 'Name' },
  { title: 'E-mail' },
  { title: 'Postal code' },
  { title: 'Known since' },
]

interface PeopleRowsProps {
  /** What it is a list of. */
  readonly label: string
  readonly query: PeopleQuery
  readonly none: ComponentChildren
}

/** People of a list, as many as there are, to be searched. Each leads to the events that they come to. */
export function PeopleRows({ label, query, none }: PeopleRowsProps) {
  const [search, type] = useState('')
  const revision = useLive((known) => known.revision)
  const rows = useRows(
    async (page) => {
      const { total, people } = await control.people({ ...query, search, ...page })
      return { total, rows: people }
    },
    { of: JSON.stringify([query, search]), on: [revision] },
  )
  return (
    <>
      {(search !== '' || rows.total !== 0) && (
        <div class="search-line">
          <TextField label="Search people" bare type="search" placeholder="Search" value={search} onInput={type} />
        </div>
      )}
      <LongList
        label={label}
        what="the people"
        kind="people"
        columns={columns}
        cells={cellsOf}
        none={search === '' ? none : <Empty title="Nobody fits">Try less of a name or an address.</Empty>}
        rows={rows}
      />
    </>
  )
}

const cellsOf = ({ id, given_name, family_name, email_address, postal_code, created_date }: MockPerson) => [
  <a class="row-link" href={hrefOf(['events'], { person: id })}>
    {`${given_name} ${family_name}`}
  </a>,
  <span title={email_address}>{email_address}</span>,
  postal_code,
  <time dateTime={created_date}>{created_date.slice(0, 10)}</time>,
]
