import type { Assumptions } from '../assumptions.ts'
import { Refusal } from '../service/refusal.ts'

/** Which page of a collection is asked for. */
export interface Paging {
  readonly page: number
  readonly perPage: number
  /** The query of another page of the same walk; empty for the first page at the service's own page size. */
  query(page: number): string
}

const positive = /^0*[1-9]\d*$/

/** Reads `page` and `per_page` (assumptions `invalidPage`, `perPageParameter`; the service's page size is the largest). */
export function pagingOf(parameters: URLSearchParams, perPage: number, assumptions: Readonly<Assumptions>): Paging {
  const asked = parameters.get('page')
  const valid = asked === null || positive.test(asked)
  if (!valid && assumptions.invalidPage === 400) throw new Refusal(400, 'page: must be a positive whole number')
  const size = parameters.get('per_page') ?? ''
  const honoured = assumptions.perPageParameter === 'honoured' && positive.test(size)
  const clamped = honoured ? Math.min(Number(size), perPage) : perPage
  return {
    page: valid ? Math.min(Number(asked ?? 1), Number.MAX_SAFE_INTEGER - 1) : 1,
    perPage: clamped,
    query: (page) => {
      const parts = [...(page > 1 ? [`page=${page}`] : []), ...(honoured ? [`per_page=${clamped}`] : [])]
      return parts.length > 0 ? `?${parts.join('&')}` : ''
    },
  }
}
