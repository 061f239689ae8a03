/**
 * `node scripts/release/readme.ts`, before `npm publish`: npm shows the README far from its files, so its relative links and pictures become
 * addresses of the files in the published package.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** A README with the address of each file that it names. */
export const withAddresses = (text: string, name: string, version: string): string =>
  text.replaceAll(
    /(\]\(|\b(?:src|srcset)=")(?![a-z]+:|#)([^)"\s]+)/g,
    (_, before: string, path: string) => `${before}https://unpkg.com/${name}@${version}/${path}`,
  )

if (import.meta.main) {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync('README.md', withAddresses(readFileSync('README.md', 'utf8'), name, version))
}
