import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useState } from 'preact/hooks'
import { useLoaded } from '../state/hooks.ts'
import { Button } from './button.tsx'
import { LoadStatus } from './frame.tsx'
import { count } from './text.ts'

/** A column. Its name is its class: the styles say how wide it is, and where it stands on narrow screens. */
export interface Column<Row> {
  readonly name: string
  readonly title: ComponentChildren
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  /** What it is a table of. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Number of the row that is open beside the table. */
  readonly open?: string | undefined
}

/** What tells a row from the others. */
type Named = { readonly id: string } | { readonly number: number }

const keyOf = (row: Named): string => String('id' in row ? row.id : row.number)

/** A calm table. A click anywhere in a row is one on its link, and arrow keys go from link to link. */
export function Table<Row extends Named>({ label, columns, rows, open }: TableProps<Row>) {
  return (
    <div class="table">
      <table aria-label={label} onKeyDown={goByKey}>
        <thead>
          <tr>
            {columns.map(({ name, title, sort }) => (
              <th key={name} scope="col" class={name} aria-sort={sort}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={keyOf(row) === open ? 'open' : undefined}>
              {columns.map(({ name, cell }) => (
                <td key={name} class={name} dir="auto">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function goByKey(event: TargetedKeyboardEvent<HTMLTableElement>): void {
  const { key, currentTarget: table, target } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined || !(target instanceof HTMLElement)) return
  const links = [...table.querySelectorAll<HTMLElement>('.row-link')]
  const next = links[links.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface PagerProps {
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Leads from page to page of a long list; nothing where there is one page alone. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1 && page === 1) return null
  const steps = [
    ['First', 1],
    ['Previous', Math.min(last, page - 1)],
    ['Next', page + 1],
    ['Last', last],
  ] as const
  const turn = (to: number) => {
    onPage(to)
    document.getElementById('main')?.scrollTo(0, 0)
  }
  return (
    <nav class="row pager" aria-label="Pages">
      <p class="note">{`${count((page - 1) * perPage + 1)} to ${count(Math.min(total, page * perPage))} of ${count(total)}`}</p>
      {steps.map(([name, to]) => (
        <Button key={name} disabled={to === page || to < 1 || to > last} onClick={() => turn(to)}>
          {name}
        </Button>
      ))}
    </nav>
  )
}

/** The page of a list that is looked at, from 1, and what turns to another. Another list begins with its first page. */
export function usePage(of: string) {
  const [turned, turn] = useState({ of, page: 1 })
  return [turned.of === of ? turned.page : 1, (page: number) => turn({ of, page })] as const
}

const perPage = 50

interface PagedTableProps<Page, Row> extends Omit<TableProps<Row>, 'rows' | 'open'> {
  /** What is asked for, in the names of the admin API; `page` and `per_page` come with it. */
  readonly query: object
  readonly load: (query: object) => Promise<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** Loaded again when this is another. */
  readonly on?: unknown
  /** What stands there where there are no rows. */
  readonly none: ComponentChildren
}

/** A table of what the service lists in pages. */
export function PagedTable<Page extends { readonly total: number }, Row extends Named>({
  query,
  load,
  rowsOf,
  on,
  none,
  ...table
}: PagedTableProps<Page, Row>) {
  const [page, turn] = usePage(JSON.stringify(query))
  const asked = { ...query, page, per_page: perPage }
  const loaded = useLoaded(JSON.stringify(asked), () => load(asked), on)
  const { value } = loaded
  return (
    <>
      <LoadStatus of={loaded} />
      {value && (
        <p class="note" role="status">
          {loaded.isCurrent ? `${count(value.total)} in all` : 'Looking …'}
        </p>
      )}
      {value?.total === 0 && none}
      {value && value.total > 0 && (
        <>
          <Table {...table} rows={rowsOf(value)} />
          <Pager page={page} perPage={perPage} total={value.total} onPage={turn} />
        </>
      )}
    </>
  )
}
