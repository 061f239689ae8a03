import { both, type FieldTable } from './row.ts'

/** The fields of the entry point (assumption `maxPageSize`). */
export const entryPointFields = {
  motd: { ...both('motd'), type: 'text', always: true },
  vendor_name: { ...both('vendor_name'), type: 'text', always: true },
  product_name: { ...both('product_name'), type: 'text', always: true },
  osdi_version: { ...both('osdi_version'), type: 'text', always: true },
  namespace: { ...both('namespace'), type: 'text', always: true },
  max_page_size: { ...both('max_page_size'), type: 'integer', always: true, assumed: { maxPageSize: 'integer' } },
  max_page_size_text: { ...both('max_page_size'), type: 'text', always: true, assumed: { maxPageSize: 'string' } },
  max_pagesize: { ...both('max_pagesize'), type: 'integer', always: true, assumed: { maxPageSize: 'max_pagesize' } },
} as const satisfies FieldTable
