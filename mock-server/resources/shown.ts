import { quoted } from '../text/json.ts'

/** A resource as JSON, to stand in an answer, and the link to it. */
export interface Shown {
  readonly text: string
  readonly link: string
}

/** A link as JSON. */
export const hrefText = (href: string): string => `{"href":${quoted(href)}}`
