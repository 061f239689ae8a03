import type { Facts } from './facts.ts'

/** The data that an embed code shows. */
export interface EmbedRecord {
  readonly id: string
  readonly title: string
  /** Description as HTML. */
  readonly description: string | undefined
  /** Address of the page of the event or campaign. */
  readonly page: string | undefined
}

/** The embed codes. Each is a complete piece of HTML that loads nothing and contains no HTML from a caller. */
export const embedFacts: Facts<'embeds', EmbedRecord> = {
  embed_standard_default_styles: (embed) => styled(embed, layout + colours) + standard(embed),
  embed_standard_layout_only_styles: (embed) => styled(embed, layout) + standard(embed),
  embed_standard_no_styles: (embed) => standard(embed),
  embed_full_default_styles: (embed) => styled(embed, layout + colours) + full(embed),
  embed_full_layout_only_styles: (embed) => styled(embed, layout) + full(embed),
  embed_full_no_styles: (embed) => full(embed),
}

const layout = 'display:block;max-width:40rem;padding:1rem;'
const colours = 'color:#222;background:#fff;border:1px solid #ccc;'

const nameOf = ({ id }: EmbedRecord): string => `event-embed-${id}`
const styled = (embed: EmbedRecord, rules: string): string => `<style>#${nameOf(embed)}{${rules}}</style>`

const standard = (embed: EmbedRecord): string => area(embed, heading(embed))

function full(embed: EmbedRecord): string {
  return area(embed, `${heading(embed)}<p>${escaped(plainText(embed.description ?? ''))}</p>`)
}

const area = (embed: EmbedRecord, content: string): string => `<div id="${nameOf(embed)}">${content}</div>`

function heading({ title, page }: EmbedRecord): string {
  const text = escaped(title)
  return `<h2>${page === undefined ? text : `<a href="${escaped(page)}">${text}</a>`}</h2>`
}

const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
