import { type Bytes, utf8 } from '../text/bytes.ts'
import { quoted } from '../text/json.ts'

/** A resource as a member of a collection: in bytes of UTF-8, a comma before it, and the link to it as JSON. */
export interface Member {
  readonly bytes: Bytes
  readonly link: string
}

/** A link as JSON. */
export const hrefText = (href: string): string => `{"href":${quoted(href)}}`

/** A member out of its JSON. */
export const memberOf = (text: string, href: string): Member => ({ bytes: utf8(`,${text}`), link: hrefText(href) })
