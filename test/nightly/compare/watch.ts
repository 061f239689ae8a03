/** How a call ended, or that it had not. */
export type Ending =
  | { readonly how: 'value'; readonly value: unknown }
  | { readonly how: 'error'; readonly error: unknown }
  | { readonly how: 'open' }

/** Watches a call for so many milliseconds at most; one that is still open then is left alone. */
export async function watch(call: () => Promise<unknown>, longest: number): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settled = (async (): Promise<Ending> => {
    try {
      return { how: 'value', value: await call() }
    } catch (error) {
      return { how: 'error', error }
    }
  })()
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'open' }), longest)
  })
  const ending = await Promise.race([settled, late])
  clearTimeout(timer)
  return ending
}

/** What an error calls itself: its class, and the word that tells errors of that class apart where there is one. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const name = ['Error', 'DOMException'].includes(error.constructor.name) ? error.name : error.constructor.name
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown }
  const words = [typeof code === 'string' && `'${code}'`, typeof status === 'number' && String(status)].filter(Boolean)
  return `\`${name}\`${words.length ? ` (${words.join(', ')})` : ''}`
}
