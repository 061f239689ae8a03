import { ownSystem } from './context.ts'
import type { Facts } from './facts.ts'

/** What the entry point shows that the store does not have. */
export interface EntryPointRecord {
  /** Entries on a page, at most. */
  readonly perPage: number
}

/** Everything that is true of the entry point. */
export const entryPointFacts: Facts<'entryPoint', EntryPointRecord> = {
  motd: () => 'Welcome to the mock service',
  vendor_name: () => ownSystem,
  product_name: () => ownSystem,
  osdi_version: () => '1.1.1',
  namespace: (_, { namespace }) => namespace,
  max_page_size: ({ perPage }) => perPage,
  max_page_size_text: ({ perPage }) => String(perPage),
  max_pagesize: ({ perPage }) => perPage,
}
