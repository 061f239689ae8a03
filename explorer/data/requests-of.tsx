import { hrefOf } from '../state/route.ts'

/** Leads to the requests that name a record, or that stored it; with two ids, to those that are about both. */
export const RequestsOf = ({ id }: { readonly id: string }) => (
  <a href={hrefOf(['requests'], { search: id })}>Show its requests</a>
)
