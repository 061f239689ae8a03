/** An HTTP date in any of its three formats (RFC 9110 §5.6.7). */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? (?:\d\d[ -][A-Z][a-z]{2}[ -]\d{2,4}|[A-Z][a-z]{2} [ \d]\d) \d\d:\d\d:\d\d (?:GMT|\d{4})$/

/** Headers whose values have a fixed form, so that they cannot hold personal data. The client needs `retry-after` and `date` for its retries. */
const fixedHeaders: Readonly<Record<string, RegExp>> = {
  'content-type':
    /^(?:application\/(?:hal\+json|problem\+json|json|xml)|text\/(?:html|plain|xml))(?:; ?charset="?(?:utf-8|us-ascii|iso-8859-1|windows-1252)"?)?$/i,
  date: httpDate,
  'retry-after': /^\d{1,6}$/,
}

/** A copy with only the headers that have a fixed form: what an error of a call about people shows. */
export function withoutText(headers: Headers): Headers {
  const fixed = new Headers()
  for (const [name, form] of Object.entries(fixedHeaders)) {
    const value = headers.get(name)?.trim() ?? ''
    // A longer number could be a telephone number.
    const shown = name === 'retry-after' && /^\d{7,}$/.test(value) ? '999999' : value
    if (form.test(shown) || (name === 'retry-after' && httpDate.test(shown))) fixed.set(name, shown)
  }
  return fixed
}
