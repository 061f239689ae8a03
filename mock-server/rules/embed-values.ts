import type { Context } from './context.ts'
import type { FieldValues } from './field-values.ts'

/** The event or the event campaign that an embed code shows. */
export interface EmbedRecord {
  readonly id: string
  readonly kind: 'event' | 'event_campaign'
}

type Style = 'style-embed-v3' | 'style-embed-whitelabel-v3' | undefined

/**
 * The embed codes, as they were recorded: a style sheet, a script that fetches the form, and the place of the form. A page that inserts them
 * as text of an element does not run the script. The texts of the event come with the script, so no code contains them.
 */
export const embedValues: FieldValues<'embeds', EmbedRecord> = {
  embed_standard_default_styles: (embed, context) => code(context, embed, 'style-embed-v3'),
  embed_standard_layout_only_styles: (embed, context) => code(context, embed, 'style-embed-whitelabel-v3'),
  embed_standard_no_styles: (embed, context) => code(context, embed, undefined),
  embed_full_default_styles: (embed, context) => code(context, embed, 'style-embed-v3', '&style=full'),
  embed_full_layout_only_styles: (embed, context) => code(context, embed, 'style-embed-whitelabel-v3', '&style=full'),
  embed_full_no_styles: (embed, context) => code(context, embed, undefined, '&style=full'),
}

function code({ baseUrl }: Context, { id, kind }: EmbedRecord, style: Style, size = ''): string {
  const sheet = style ? `<link href='${baseUrl}/css/${style}.css' rel='stylesheet' type='text/css' />` : ''
  const script = `<script src='${baseUrl}/widgets/v5/${kind}/${id}?format=js&source=widget${size}'></script>`
  return `${sheet}${script}<div id='can-${kind}-area-${id}' style='width: 100%'></div>`
}
