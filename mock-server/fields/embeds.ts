import { both, type FieldTable } from './row.ts'

const html = <const Name extends string>(name: Name) => ({ ...both(name), type: 'text', always: true }) as const

/** The embed codes of an event or an event campaign. They are an assumption (`linked`), because the spec only shows links to them. */
export const embedFields = {
  embed_standard_default_styles: html('embed_standard_default_styles'),
  embed_standard_layout_only_styles: html('embed_standard_layout_only_styles'),
  embed_standard_no_styles: html('embed_standard_no_styles'),
  embed_full_default_styles: html('embed_full_default_styles'),
  embed_full_layout_only_styles: html('embed_full_layout_only_styles'),
  embed_full_no_styles: html('embed_full_no_styles'),
} as const satisfies FieldTable
