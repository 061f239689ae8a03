/** Whether a text is a pattern's, in which each `*` stands for anything, and for nothing too. */
export function wildcard(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return (text) => text === pattern
  return (text) => {
    if (!text.startsWith(head)) return false
    let at = head.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return text.length - tail.length >= at && text.endsWith(tail)
  }
}
