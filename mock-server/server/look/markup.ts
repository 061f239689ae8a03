const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML has it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => characters[character] ?? '')

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** HTML as those read it whose mail shows none. What comes of it is a text, and must not be taken for HTML again. */
export const withoutMarkup = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => names[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
