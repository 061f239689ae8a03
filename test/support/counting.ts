/** A `fetch` that counts its open requests. A response or an abort ends a request. */
export function counting(fetch: typeof globalThis.fetch) {
  const open = { now: 0, most: 0 }
  const counted: typeof globalThis.fetch = (input, init) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    let isOpen = true
    const close = () => {
      if (isOpen) open.now -= 1
      isOpen = false
    }
    init?.signal?.addEventListener('abort', close, { once: true })
    const { signal } = new Request(input, init)
    signal.addEventListener('abort', close, { once: true })
    return fetch(input, init).finally(close)
  }
  return { open, fetch: counted }
}
