import type { FileSystem } from '../io.ts'

/** Writes a small file, so that at any moment the old one or the new one is there, whole. */
export async function writeWhole(fs: FileSystem, path: string, text: string): Promise<void> {
  // One name, not one of many: a run that is killed leaves nothing that the next one does not write over.
  const fresh = `${path}.new`
  // What stands there already may be somebody else's link.
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, text, { flag: 'wx', flush: true })
  await fs.rename(fresh, path)
}

/** Removes such a file, and what a killed run left of a new one. */
export async function removeWhole(fs: FileSystem, path: string): Promise<void> {
  for (const file of [`${path}.new`, path]) await fs.rm(file, { force: true })
}
