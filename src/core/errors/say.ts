/** Control and formatting characters, line separators: they could forge log lines, colour a terminal or turn text around. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Text of the service made fit for one line of a message. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 4)
    .replace(unprintable, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** What an error body says, as one line: the service's own shape, the common `message`, or OSDI's error object. */
export function saidBy(body: unknown): string {
  if (typeof body === 'string') return oneLine(body)
  if (typeof body !== 'object' || body === null) return ''
  const { error, message, 'osdi:error': osdi } = body as Record<string, unknown>
  for (const said of [error, message, (osdi as Record<string, unknown> | null | undefined)?.error_description]) {
    if (typeof said === 'string') return oneLine(said)
  }
  return oneLine(JSON.stringify(body))
}

/** A body as JSON where it is JSON, as text otherwise. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
