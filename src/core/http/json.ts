/** Whether the content type of a response is JSON; undefined if the response has no content type. */
export function isJsonType({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean | undefined {
  const type = headers.get('content-type') ?? undefined
  return type === undefined ? undefined : /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)
}

/** The value of a JSON text, or what is wrong with the text: `cut short` if its end is missing, `no JSON` for other text. */
export type ParsedJson = { readonly value: unknown } | { readonly invalid: 'cut short' | 'no JSON' }

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { invalid: isCut(text) ? 'cut short' : 'no JSON' }
  }
}

/** Whether a text is the beginning of JSON: a bracket or a string is not closed. */
function isCut(text: string): boolean {
  if (!'{["'.includes(text.trimStart().slice(0, 1))) return false
  let [depth, inString] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') inString = !inString
    else if (character === '\\' && inString) at += 1
    else if (!inString && (character === '{' || character === '[')) depth += 1
    else if (!inString && (character === '}' || character === ']')) depth -= 1
  }
  return inString || depth > 0
}
