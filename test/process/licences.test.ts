import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'
import { type Bundled, bundledPackages } from './bundled.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly repository: string | { readonly url: string }
}

const packages = await bundledPackages()
const manifestOf = ({ folder }: Bundled): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The address of a package's source, however short it was written. */
function addressOf({ repository }: Manifest): string {
  const url = typeof repository === 'string' ? repository : repository.url
  const path = /^(?:.+github\.com\/|github:)?([^/]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1]
  return `https://github.com/${path}`
}

function section(bundled: Bundled): string {
  const manifest = manifestOf(bundled)
  const [file = ''] = readdirSync(join(root, bundled.folder)).filter((name) => /^licen[cs]e/i.test(name))
  const text = readFileSync(join(root, bundled.folder, file), 'utf8')
    .replaceAll('\r', '')
    .trim()
  const quoted = text.replaceAll(/^[ \t]*(.*?)[ \t]*$/gm, '> $1').replaceAll(/^> $/gm, '>')
  const files = [...bundled.files].map((name) => `\`${name}\``).join(', ')
  return `## ${manifest.name} ${manifest.version}\n\n<${addressOf(manifest)}>, in ${files}\n\n${quoted}\n`
}

test('what is bundled is known', () => {
  const names = packages.map((bundled) => manifestOf(bundled).name)
  expect(names).toEqual(expect.arrayContaining(['commander', 'csv-stringify', 'preact']))
})

test('whatever is bundled may be passed on with its notice', () => {
  const licences = packages.map((bundled) => manifestOf(bundled).license)
  expect([...new Set(licences)]).toEqual(['MIT'])
})

// After a change that is meant: npm test -- licences -u
test('the notices of all that is bundled are published with it', async () => {
  const intro =
    '# Licences of what is bundled\n\nWritten by a test from what the bundler puts into the published files.\n'
  // One version may be installed in several places.
  const sections = [...new Set(packages.map(section))].sort()
  await expect([intro, ...sections].join('\n')).toMatchFileSnapshot(`${root}THIRD-PARTY-LICENSES.md`)
})
