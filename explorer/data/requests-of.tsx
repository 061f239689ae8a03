import { hrefOf } from '../state/route.ts'

interface RequestsOfProps {
  readonly id: string
  /** What the list says beside the id. */
  readonly title?: string
}

/** Leads to the requests that name a record, or that stored it; with two ids, to those that are about both. */
export const RequestsOf = ({ id, title }: RequestsOfProps) => (
  <a href={hrefOf(['requests'], { search: id, of: title })}>Show its requests</a>
)
