import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'

const rows = readFileSync(`${root}docs/decisions/README.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| /, '').replace(/ \|$/, '')))

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const isExample = (file: string) => file.startsWith('examples/')

/** Every `package.json` that says what is installed, but for those of examples, which are their readers'. */
const manifests = files.filter((file) => /(?:^|\/)package\.json$/.test(file) && !isExample(file))

/** The dependencies of a manifest with their versions. */
const askedBy = (file: string): Readonly<Record<string, string>> => {
  const manifest = JSON.parse(readFileSync(root + file, 'utf8'))
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest
  const imports = file.endsWith('deno.json') ? manifest.imports : {}
  return { ...optionalDependencies, ...peerDependencies, ...devDependencies, ...dependencies, ...imports }
}

const namesIn = (file: string) => Object.keys(askedBy(file))
const rowsOf = (name: string) => rows.filter(([first = '']) => first.includes(`\`${name}\``))

test.for(manifests)('docs/decisions names every dependency of %s', (file) => {
  const names = namesIn(file)
  expect(names.filter((name) => rowsOf(name).length === 0)).toEqual([])
})

test('docs/decisions has a purpose, an alternative and a release with its year for each dependency', () => {
  for (const name of manifests.flatMap(namesIn)) {
    expect(
      rowsOf(name).some(
        ([, purpose = '', instead = '', release = '']) => purpose && instead && /\b20\d\d\b/.test(release),
      ),
      name,
    ).toBe(true)
  }
})

test('docs/decisions names no dependency that the package no longer has', () => {
  const known = new Set(manifests.flatMap(namesIn))
  const tables = rows.filter(({ length }) => length === 4)
  const named = tables.flatMap(([first = '']) => [
    ...first.replace(/\(.*?\)|, in .*|, as .*/g, '').matchAll(/`([^`]+)`/g),
  ])
  expect(named.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([])
})

const ofExamples = files.filter((file) => isExample(file) && /\/(?:package|deno)\.json$/.test(file))

/** What the examples for Jest and Next ask for is not installed here; these are the versions that they were tried with. */
const byHand = {
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@types/react': '19.3.0',
  '@jest/globals': '30.5.2',
  jest: '30.5.2',
  '@swc/core': '1.16.22',
  '@swc/jest': '0.2.39',
}

test.for(ofExamples)('%s has the version ranges of the package.json of this repository', (file) => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const own: Readonly<Record<string, string>> = { ...askedBy('package.json'), 'osdi-events': version, ...byHand }
  expect(namesIn(file)).toContain('osdi-events')
  for (const [name, range] of Object.entries(askedBy(file)))
    expect([name, range.replace(`npm:${name}@`, '')]).toEqual([name, `^${own[name]?.replace('^', '')}`])
})

/** The members of package.json that describe the build. */
interface Manifest {
  readonly dependencies: object
  readonly peerDependencies: object
  readonly tsup: readonly {
    readonly entry: Readonly<Record<string, string>>
    readonly outDir?: string
    readonly platform?: 'node' | 'browser'
    readonly splitting: boolean
    readonly external?: readonly string[]
  }[]
}

/** A foreign package inside the published files. */
interface Bundled {
  /** Where it is installed, from the project's root. */
  readonly folder: string
  /** The published files that hold it. */
  readonly files: ReadonlySet<string>
}

const folderOf = (input: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]

/** Every package that is bundled, by its folder: as the bundler itself says what it put where. */
async function bundledPackages(): Promise<readonly Bundled[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  const found = new Map<string, Set<string>>()
  for (const { entry, outDir = 'dist', platform = 'node', splitting, external = [] } of manifest.tsup) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: entry,
      outdir: outDir,
      platform,
      external: [...own, ...external],
      bundle: true,
      splitting,
      format: 'esm',
      metafile: true,
      write: false,
    })
    for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = folderOf(input)
        if (folder && bytesInOutput > 0) found.set(folder, (found.get(folder) ?? new Set()).add(file))
      }
    }
  }
  return [...found].sort().map(([folder, files]) => ({ folder, files }))
}

interface BundledManifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly repository: string | { readonly url: string }
}

const packages = await bundledPackages()

const manifestOf = ({ folder }: Bundled): BundledManifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The full address of a package's source. */
function addressOf({ repository }: BundledManifest): string {
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
  // The bundler names shared files by their content, which changes often.
  const stable = [...bundled.files].map((name) => name.replace(/-[A-Z\d]{8}\.js$/, '-*.js'))
  const files = [...new Set(stable)].map((name) => `\`${name}\``).join(', ')
  return `## ${manifest.name} ${manifest.version}\n\n<${addressOf(manifest)}>, in ${files}\n\n${quoted}\n`
}

test('the build bundles only the listed packages', () => {
  const names = packages.map((bundled) => manifestOf(bundled).name)
  expect(names).toEqual(expect.arrayContaining(['commander', 'csv-stringify', 'preact']))
})

test('the license of each bundled package allows redistribution with its notice', () => {
  const licences = packages.map((bundled) => manifestOf(bundled).license)
  expect([...new Set(licences)].sort()).toEqual([
    '(BSD-3-Clause OR GPL-2.0)',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'MIT',
  ])
})

// After a change that is meant: npm run test:process -- packages -u
test('the tarball contains the license notices of all bundled packages', async () => {
  const intro =
    '# Licences of what is bundled\n\nWritten by a test from what the bundler puts into the published files.\n'
  // One version may be installed in several places.
  const sections = [...new Set(packages.map(section))].sort()
  await expect([intro, ...sections].join('\n')).toMatchFileSnapshot(`${root}THIRD-PARTY-LICENSES.md`)
})
