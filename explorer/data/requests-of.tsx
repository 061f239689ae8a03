import { hrefOf } from '../state/route.ts'

/** Leads to the requests that name a record, or that stored it. */
export const RequestsOf = ({ id }: { readonly id: string }) => (
  <a href={hrefOf(['requests'], { search: id })}>Show its requests</a>
)
