/** The output of a command so far. */
export interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** A running command. Disposal ends it. */
export interface Running<Ended> extends AsyncDisposable {
  readonly printed: Printed
  /** Resolves when the command ends, by itself or by a signal of the test. */
  readonly ended: Promise<Ended>
  readonly until: Until
}

/** Waits until the output contains a pattern. Rejects if the command ends without it. */
export type Until = (stream: keyof Printed, pattern: RegExp) => Promise<RegExpExecArray>

/** Collects the output of a command. */
export function printing() {
  const printed = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  return {
    printed: printed as Printed,
    print: (stream: keyof Printed, text: string) => {
      printed[stream] += text
      for (const watch of watchers) watch()
    },
    untilIn:
      (ended: Promise<object>): Until =>
      (stream, pattern) =>
        new Promise((resolve, reject) => {
          const watch = () => {
            const found = pattern.exec(printed[stream])
            if (!found) return
            watchers.delete(watch)
            resolve(found)
          }
          watchers.add(watch)
          watch()
          ended.then((end) => reject(new Error(`ended without ${pattern}: ${JSON.stringify(end)}`)))
        }),
  }
}

/** The address and the keys that a service printed on its first line. */
export async function servedBy<Running extends { readonly until: Until }>(running: Running) {
  const [line] = await running.until('stdout', /^.*\n/)
  const { url, keys } = JSON.parse(line) as Record<'url', string> & { keys: Record<'group' | 'individual', string> }
  return { ...running, url, keys }
}
