const methods = ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir'] as const

/** What the console is given until `stop` is called. */
export function listenToConsole(): { readonly heard: readonly string[]; stop(): void } {
  const heard: string[] = []
  const originals = methods.map((name) => [name, console[name]] as const)
  for (const name of methods) console[name] = (...args: unknown[]) => void heard.push([name, ...args].join(' '))
  return {
    heard,
    stop() {
      for (const [name, original] of originals) console[name] = original
    },
  }
}
