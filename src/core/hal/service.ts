import type { HalResource } from './hal.ts'

// The resources of a service that are neither events nor people. The spec does not describe their fields, so all fields may be absent.

/** The entry point of a service: a resource with the service's name and limits, and links to its collections. */
export interface EntryPoint extends HalResource {
  /** A message of the service to its users. */
  readonly motd?: string | null
  /** Name of the organization that runs the service. */
  readonly vendor_name?: string | null
  /** Name of the service. */
  readonly product_name?: string | null
  /** Version of OSDI that the service follows. */
  readonly osdi_version?: string | null
  /** The service's own prefix: the client's option `namespace`. */
  readonly namespace?: string | null
  /** Maximum number of items on a page. */
  readonly max_page_size?: number | string | null
  /** The same number, under OSDI's name for it. */
  readonly max_pagesize?: number | string | null
}

type EmbedName = `embed_${'standard' | 'full'}_${'default' | 'layout_only' | 'no'}_styles`

/** HTML that shows an event on another website: two layouts, each with three amounts of styling. The HTML has scripts of the service. */
export type Embed = HalResource & { readonly [Name in EmbedName]?: string | null }
