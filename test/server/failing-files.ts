import promises, { truncate } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Is called around each call of the file system: may throw, and so be the end of it. */
export type Watch = (call: string, when: 'before' | 'half' | 'after') => void

const watched = ['access', 'open', 'readFile', 'readdir', 'readlink', 'realpath', 'rename', 'rm'] as const

/**
 * Watches the calls that this process makes of `node:fs/promises`, whichever module makes them, until it is disposed of. It is Node's own
 * module that is watched: what is tested needs no seam for it.
 */
export function watchFiles(watch: Watch) {
  const own = { ...promises }
  /** How many bytes of each file a loss of power leaves. */
  const synced = new Map<string, number>()
  const around = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    watch(call, 'before')
    const result = await work()
    watch(call, 'after')
    return result
  }
  const calls = promises as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>
  for (const name of watched) {
    const real = calls[name]?.bind(promises) ?? Promise.reject
    calls[name] = (...given) => around(name, () => real(...given))
  }
  const open = async (...given: Parameters<typeof own.open>) => {
    const path = String(given[0])
    watch('open', 'before')
    const file = await own.open(...given)
    if (given[1] !== 'r') synced.set(path, 0)
    // Whatever is thrown, a process that ends has closed its files.
    const close = () => around('close', async () => {}).finally(() => file.close())
    try {
      watch('open', 'after')
    } catch (error) {
      await file.close()
      throw error
    }
    return {
      close,
      writeFile: async (text: string) => {
        watch('write', 'before')
        const half = text.length >> 1
        await file.writeFile(text.slice(0, half))
        watch('write', 'half')
        await file.writeFile(text.slice(half))
        watch('write', 'after')
      },
      sync: () =>
        around('sync', async () => {
          await file.sync()
          if (synced.has(path)) synced.set(path, (await file.stat()).size)
        }),
    }
  }
  const rename = async (from: string, to: string) => {
    await around('rename', () => own.rename(from, to))
    synced.set(to, synced.get(from) ?? 0)
    synced.delete(from)
  }
  Object.assign(promises, { open, rename })
  syncBuiltinESMExports()
  return {
    /** Takes from each file what was not synced. */
    losePower: () => Promise.all([...synced].map(([path, size]) => truncate(path, size).catch(() => {}))),
    [Symbol.dispose]: () => {
      Object.assign(promises, own)
      syncBuiltinESMExports()
    },
  }
}
