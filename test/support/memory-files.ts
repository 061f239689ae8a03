import { constants } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Clock, FileSystem } from '../../src/cli/run/io.ts'

interface Node {
  content: Buffer
  /** The content that remains after a power loss. */
  synced: Buffer
  mtimeMs: number
}

const failure = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code })

/** Values that no test with files in memory checks. */
const plain = { mode: 0o644, uid: 0, gid: 0, nlink: 1, dev: 0, ino: 0 }

/** Called before and after each call of the file system. It can throw, and so end the call. `half` writes half of the data. */
export type Watch = (call: string, when: 'before' | 'after', half: () => void) => void

/** A power loss at one point of a run: before or after a call, or in the middle of a write. From there on, every call fails. */
export function powerCut(at: number) {
  const state = { points: 0, isCut: false, where: '' }
  const cut = (where: string) => {
    Object.assign(state, { isCut: true, where })
    throw new Error('power cut')
  }
  const watch: Watch = (call, when, half) => {
    if (state.isCut) throw new Error('power cut')
    if (state.points++ === at) cut(`${when} ${call}`)
    if (when === 'after' || !call.startsWith('write') || state.points++ !== at) return
    half()
    cut(`in the middle of ${call}`)
  }
  return { state, watch }
}

/** A clock that moves only by `sleep` and `pass`, and by a quarter of a second with each `elapsed`. */
export function steppingClock(start = Date.parse('2026-05-01T12:00:00Z')) {
  let time = start
  const pass = (ms: number) => {
    time += ms
  }
  const clock: Clock = {
    now: () => time,
    elapsed: () => {
      time += 250
      return time
    },
    sleep: async (ms) => pass(ms),
    every: () => ({ [Symbol.dispose]: () => {} }),
  }
  return Object.assign(clock, { pass })
}

/** Files of one folder in memory. */
export class MemoryFiles {
  readonly #nodes = new Map<string, Node>()
  readonly #clock: Clock

  constructor(clock: Clock, files: Readonly<Record<string, string>> = {}) {
    this.#clock = clock
    for (const [name, text] of Object.entries(files)) this.put(`/${name}`, text)
  }

  /** Contents of the files by name. */
  get files(): Record<string, string> {
    return Object.fromEntries([...this.#nodes].map(([path, { content }]) => [basename(path), String(content)]))
  }

  put(path: string, text: string): void {
    const content = Buffer.from(text)
    this.#nodes.set(path, { content, synced: content, mtimeMs: this.#clock.now() })
  }

  /** A copy of what is left: everything that was written, or only the synced data, as after a power loss. */
  left(what: string): MemoryFiles {
    const copy = new MemoryFiles(this.#clock)
    for (const [path, node] of this.#nodes) {
      const content = what === 'all' ? node.content : node.synced
      copy.#nodes.set(path, { content, synced: content, mtimeMs: node.mtimeMs })
    }
    return copy
  }

  /** A view of the files for one run. */
  view(watch: Watch = () => {}): FileSystem {
    const called = async <T>(call: string, work: () => T, half = () => {}): Promise<T> => {
      watch(call, 'before', half)
      const result = work()
      watch(call, 'after', half)
      return result
    }
    const found = (path: string): Node => {
      const node = this.#nodes.get(path)
      if (!node) throw failure('ENOENT', path)
      return node
    }
    const changed = (node: Node, content: Buffer) => {
      node.content = content
      node.mtimeMs = this.#clock.now()
    }
    const stat = (call: string) => (path: string) =>
      called(call, () => {
        const isDirectory = path === '/'
        const { mtimeMs } = isDirectory ? { mtimeMs: 0 } : found(path)
        const is = { isFile: () => !isDirectory, isDirectory: () => isDirectory, isSymbolicLink: () => false }
        return { mtimeMs, ...plain, ...is }
      })
    const made = (path: string): Node => {
      if (this.#nodes.has(path)) throw failure('EEXIST', path)
      const node = { content: Buffer.alloc(0), synced: Buffer.alloc(0), mtimeMs: this.#clock.now() }
      this.#nodes.set(path, node)
      return node
    }
    return {
      stat: stat('stat'),
      lstat: stat('lstat'),
      access: () => called('access', () => {}),
      readdir: (path) =>
        called('readdir', () =>
          [...this.#nodes.keys()].filter((each) => dirname(each) === path).map((each) => basename(each)),
        ),
      readlink: (path) =>
        called('readlink', (): string => {
          throw failure('ENOENT', path)
        }),
      // Not watched: the commands ask for it before they write anything.
      realpath: async (path) => (path === '/' || found(path) ? path : ''),
      readFile: (path) => called('readFile', () => found(path).content),
      rename: (from, to) =>
        called('rename', () => {
          this.#nodes.set(to, found(from))
          this.#nodes.delete(from)
        }),
      rm: (path) => called('rm', () => void this.#nodes.delete(path)),
      utimes: (path, _, written) =>
        called('utimes', () => {
          found(path).mtimeMs = written.getTime()
        }),
      writeFile: (path, text) =>
        called(
          'writeFile',
          () => changed(made(path), Buffer.from(text)),
          () => changed(made(path), Buffer.from(text.slice(0, text.length / 2))),
        ),
      open: (path, flags) =>
        called('open', () => {
          const node = path === '/' ? undefined : flags === 'wx' ? made(path) : found(path)
          if (typeof flags === 'number' && !(flags & constants.O_RDWR)) throw failure('EBADF', path)
          return this.#opened(
            node ?? { content: Buffer.alloc(0), synced: Buffer.alloc(0), mtimeMs: 0 },
            called,
            changed,
          )
        }),
    }
  }

  #opened(
    node: Node,
    called: <T>(call: string, work: () => T, half?: () => void) => Promise<T>,
    changed: (node: Node, content: Buffer) => void,
  ) {
    const sync = () => {
      node.synced = node.content
    }
    return {
      write: (content: Uint8Array, offset: number, length: number, position: number) => {
        const put = (bytes: number) => {
          const end = Math.max(node.content.length, position + bytes)
          const whole = Buffer.concat([node.content, Buffer.alloc(end - node.content.length)])
          whole.set(content.subarray(offset, offset + bytes), position)
          changed(node, whole)
        }
        return called(
          'write',
          () => {
            put(length)
            return { bytesWritten: length }
          },
          () => put(length >> 1),
        )
      },
      truncate: (length: number) => called('truncate', () => changed(node, node.content.subarray(0, length))),
      stat: () => called('size', () => ({ size: node.content.length, nlink: 1 })),
      chmod: () => called('chmod', () => {}),
      chown: () => called('chown', () => {}),
      datasync: () => called('datasync', sync),
      sync: () => called('sync', sync),
      close: () => called('close', () => {}),
    }
  }
}
