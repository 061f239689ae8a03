import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useState } from 'preact/hooks'
import { useLoaded } from '../state/hooks.ts'
import { pageRoot } from '../state/page.ts'
import { Button } from './button.tsx'
import { LoadStatus } from './frame.tsx'
import { formatNumber } from './text.ts'

/** A column. Its name is also its CSS class: styles set its width, and hide some columns on narrow screens. */
export interface Column<Row> {
  readonly name: string
  readonly title: ComponentChildren
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly cell: (row: Row) => ComponentChildren
  /** Whether a row has something here. A column in which no row has anything is not shown. */
  readonly has?: (row: Row) => boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Key of the row that is open beside the table. */
  readonly open?: string | undefined
}

type Keyed = { readonly id: string } | { readonly number: number }

const keyOf = (row: Keyed): string => String('id' in row ? row.id : row.number)

/** A table. A click anywhere in a row follows its link. The arrow keys move from link to link. */
export function Table<Row extends Keyed>({ label, columns: all, rows, open }: TableProps<Row>) {
  const columns = all.filter(({ has }) => !has || rows.some(has))
  return (
    <div class="table">
      <table aria-label={label} onKeyDown={moveFocus}>
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

function moveFocus(event: TargetedKeyboardEvent<HTMLTableElement>): void {
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

/** Buttons for the pages of a list, if it has more than one. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1 && page === 1) return null
  const steps = [
    ['First', 1],
    ['Previous', Math.min(last, page - 1)],
    ['Next', page + 1],
    ['Last', last],
  ] as const
  const goTo = (to: number) => {
    onPage(to)
    for (const part of pageRoot().querySelectorAll('#main, .pane-list')) part.scrollTo(0, 0)
  }
  return (
    <nav class="row end pager" aria-label="Pages">
      <p class="note">
        {[(page - 1) * perPage + 1, Math.min(total, page * perPage)].map(formatNumber).join(' to ')} of{' '}
        {formatNumber(total)}
      </p>
      {steps.map(([name, to]) => (
        <Button key={name} disabled={to === page || to < 1 || to > last} onClick={() => goTo(to)}>
          {name}
        </Button>
      ))}
    </nav>
  )
}

/** The current page of a list, from 1. Another list starts at its first page. */
export function usePage(list: string) {
  const [current, setCurrent] = useState({ list, page: 1 })
  return [current.list === list ? current.page : 1, (page: number) => setCurrent({ list, page })] as const
}

const perPage = 50

interface PagedTableProps<Page, Row> extends Omit<TableProps<Row>, 'rows' | 'open'> {
  /** Search parameters of the admin API, without `page` and `per_page`. */
  readonly query: object
  readonly load: (query: object) => Promise<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** Loads again when this changes. */
  readonly on?: unknown
  /** Shown instead of a table without rows. */
  readonly empty: ComponentChildren
}

/** @param all how many there are without the search */
const countOf = (found: number, all: number | undefined): string =>
  all === undefined ? `${formatNumber(found)} in all` : `${formatNumber(found)} of ${formatNumber(all)}`

/** A table with the pages of a list of the admin API. */
export function PagedTable<Page extends { readonly total: number }, Row extends Keyed>({
  query,
  load,
  rowsOf,
  on,
  empty,
  ...table
}: PagedTableProps<Page, Row>) {
  const [page, setPage] = usePage(JSON.stringify(query))
  const paged = { ...query, page, per_page: perPage }
  const isSearch = 'search' in query && query.search !== ''
  const loadBoth = () =>
    Promise.all([load(paged), isSearch ? load({ ...query, search: '', page: 1, per_page: 1 }) : undefined])
  const loaded = useLoaded(JSON.stringify(paged), loadBoth, on)
  const [value, all] = loaded.value ?? []
  return (
    <>
      <LoadStatus of={loaded} />
      {value && (
        <p class="note" role="status">
          {loaded.isCurrent ? countOf(value.total, all?.total) : 'Searching …'}
        </p>
      )}
      {value?.total === 0 && empty}
      {value && value.total > 0 && (
        <>
          <Table {...table} rows={rowsOf(value)} />
          <Pager page={page} perPage={perPage} total={value.total} onPage={setPage} />
        </>
      )}
    </>
  )
}
