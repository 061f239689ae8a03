import { existsSync, readFileSync } from 'node:fs'

/** The package's version, from the nearest `package.json` above this file, which may stand in `dist` or in the source. */
export function version(): string {
  let manifest = new URL('package.json', import.meta.url)
  while (!existsSync(manifest) && manifest.pathname !== '/package.json') manifest = new URL('../package.json', manifest)
  const parsed: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return parsed.version
}
