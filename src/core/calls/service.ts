import { linkFrom } from '../address/link-policy.ts'
import { shownAddress, withQuery } from '../address/service-address.ts'
import { originOf } from '../base/origin.ts'
import { HttpError } from '../errors/error-classes.ts'
import type { HalResource, Link } from '../hal/hal.ts'
import type { EventReference } from '../hal/identified.ts'
import { segmentsOf } from '../hal/ids.ts'
import { otherThanEmbed, otherThanEntryPoint } from '../hal/recognise.ts'
import { firstLink } from '../hal/relations.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { type ClientContext, eventUrl } from './client-context.ts'
import { readProof, readResource } from './responses.ts'

// Calls about the service itself, and about its web pages. The spec does not describe the fields of their results, so all fields may be absent.

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

/** Whether an address is one of people or RSVPs. */
const isOfPeople = ({ href }: URL) => segmentsOf(href).some((name) => /^(?:people|attendances?)$/.test(name))

/**
 * Gets a resource that has no row in the table of resources.
 *
 * @param problemWith what is wrong with a resource of another kind. @default every resource that is no error passes
 */
const getResource = <Resource extends HalResource>(
  { reading, transport }: ClientContext,
  url: URL,
  call: ResolvedCallOptions,
  problemWith?: (value: object) => string | undefined,
): Promise<Resource> =>
  transport.send(
    {
      method: 'GET',
      url: withQuery(url, call.query),
      shownUrl: isOfPeople(url) ? shownAddress(url, call.query) : undefined,
    },
    call,
    (response) => readResource(reading, response, problemWith) as Resource,
  )

/** @throws InputError naming `link`, or LinkError if it leads outside the service's address */
export const followLink = (
  context: ClientContext,
  link: string | Link,
  call: ResolvedCallOptions,
): Promise<HalResource> =>
  getResource(context, context.links.resolve(linkFrom(link), originOf(link)?.response.url), call)

export const getEntryPoint = (context: ClientContext, call: ResolvedCallOptions): Promise<EntryPoint> =>
  getResource(context, new URL(context.address.root), call, otherThanEntryPoint)

export const getEmbed = (context: ClientContext, event: EventReference, call: ResolvedCallOptions): Promise<Embed> =>
  getResource(context, embedUrl(context, event), call, otherThanEmbed)

/** Whether the service accepts the API key. Requests events and not the entry point, which some services show without a key. */
export async function checkKey({ address, transport }: ClientContext, call: ResolvedCallOptions): Promise<boolean> {
  const url = withQuery(address.collection('events'), { per_page: 1, ...call.query })
  try {
    await transport.send({ method: 'GET', url }, call, readProof)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.isAuth) return false
    throw error
  }
}

/** Address of the HTML for an event: that of the event's own link, or else the documented address. */
function embedUrl(context: ClientContext, event: EventReference): URL {
  const url = eventUrl(context, event)
  const relation = `${context.options.namespace}:embed`
  const link = typeof event === 'object' ? firstLink(event, relation) : undefined
  if (!link) return new URL(`${url}/embed`)
  return context.links.resolve(link, originOf(event as object)?.response.url, `The event's link ${relation}`)
}
