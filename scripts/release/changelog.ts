/** The heading of the changes that are not released yet. */
const waiting = '## [Unreleased]'

/** The versions in a changelog (Keep a Changelog), and the section of unreleased changes, which is empty if there are none. */
export function read(text: string): { readonly versions: readonly string[]; readonly section: string } {
  const versions = [...text.matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/gm)].map(([, version = '']) => version)
  const [, after = ''] = text.split(`${waiting}\n`)
  const [section = ''] = after.split(/^## /m)
  const saysSomething = /^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)\n+- ./m.test(section)
  return { versions, section: saysSomething ? section.trim() : '' }
}

/** The changelog with the unreleased changes under the heading of a version. */
export const released = (text: string, version: string, date: string): string =>
  text.replace(waiting, `${waiting}\n\n## [${version}] - ${date}`)
