import type { Json } from './placeholders.ts'

/** A collection whose `next` link is this address; placeholders in it are filled like all others. */
export const withNext = (collection: Json, href: string): Json => {
  const { _links, ...rest } = collection as Readonly<Record<string, Json>>
  return { ...rest, _links: { ...(_links as Readonly<Record<string, Json>>), next: { href } } }
}
