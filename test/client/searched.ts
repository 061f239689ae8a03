import { vi } from 'vitest'

/** How many characters patterns and the JSON parser look at while something runs; every search of a pattern comes down to `exec`. */
export async function searchedBy(run: () => unknown): Promise<{ readonly searched: number; readonly parsed: number }> {
  const { exec } = RegExp.prototype
  const { parse } = JSON
  let [searched, parsed] = [0, 0]
  const patterns = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    searched += (found ? found.index + found[0].length : String(text).length) - from
    return found
  })
  const parser = vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
    parsed += text.length
    return parse(text)
  })
  try {
    await run()
  } finally {
    patterns.mockRestore()
    parser.mockRestore()
  }
  return { searched, parsed }
}
