/** The heading under which changes wait for their release. */
const waiting = '## [Unreleased]'

/** Versions that a changelog in the form of Keep a Changelog has, and what waits for its release; empty where nothing does. */
export function read(text: string): { readonly versions: readonly string[]; readonly section: string } {
  const versions = [...text.matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/gm)].map(([, version = '']) => version)
  const [, after = ''] = text.split(`${waiting}\n`)
  const [section = ''] = after.split(/^## /m)
  const saysSomething = /^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)\n+- ./m.test(section)
  return { versions, section: saysSomething ? section.trim() : '' }
}

/** The changelog with what waits released. */
export const released = (text: string, version: string, date: string): string =>
  text.replace(waiting, `${waiting}\n\n## [${version}] - ${date}`)
