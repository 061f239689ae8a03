import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Cell, plain } from '../situation.ts'
import { peers, root } from './installed.ts'

/** What a program imports to make a client. */
const entries: Readonly<Record<string, string>> = {
  'osdi-events': "export { EventsV2 } from 'osdi-events'",
  octokit: "export { Octokit } from 'octokit'",
  stripe: "export { default } from 'stripe'",
  openai: "export { default } from 'openai'",
  ketting: "export { Client } from 'ketting'",
  'osdi-client': "export { default } from 'osdi-client'",
}

async function bundled(name: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entries[name] ?? '', resolveDir: name === 'osdi-events' ? root : peers },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    logLevel: 'silent',
  })
  return `${(gzipSync(outputFiles[0]?.contents ?? '').length / 1000).toFixed(1)} KB`
}

/** What one client adds to a page or a worker: bundled for browsers, minified, gzipped; for Node where the other does not succeed. */
export async function sizeOf(name: string): Promise<Cell> {
  try {
    return plain(await bundled(name, 'browser'))
  } catch (error) {
    const { errors } = error as { readonly errors?: readonly { readonly text: string }[] }
    const why = errors?.[0]?.text.replaceAll('"', '`') ?? 'unknown'
    return plain('**no bundle**', `${await bundled(name, 'node')} for Node; **not** for browsers: ${why}`)
  }
}
