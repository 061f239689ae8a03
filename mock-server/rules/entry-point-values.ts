import type { FieldValues } from './field-values.ts'

/** Values of the entry point that are not in the store. */
export interface EntryPointRecord {
  /** The maximum page size. */
  readonly perPage: number
}

/** How responses show each field of the entry point. */
export const entryPointValues: FieldValues<'entryPoint', EntryPointRecord> = {
  motd: () => 'Welcome to the mock service',
  vendor_name: (_, { assumptions }) => assumptions.originSystem,
  product_name: (_, { assumptions }) => assumptions.originSystem,
  osdi_version: () => '1.1.1',
  namespace: (_, { namespace }) => namespace,
  max_page_size: ({ perPage }) => perPage,
  max_page_size_text: ({ perPage }) => String(perPage),
  max_pagesize: ({ perPage }) => perPage,
}
