import type { Subject } from './subject.ts'

/** The columns of the table, and the file of each. */
export const files: Readonly<Record<string, string>> = {
  'osdi-events': './ours.ts',
  octokit: './peers/octokit.ts',
  stripe: './peers/stripe.ts',
  openai: './peers/openai.ts',
  ketting: './peers/ketting.ts',
  'osdi-client': './peers/osdi-client.ts',
}

export const names: readonly string[] = Object.keys(files)

/** Loads a column's client. The file is named only when it runs, for its package is not there when the project's types are checked. */
export async function subjectOf(name: string): Promise<Subject> {
  const { subject }: { readonly subject: Subject } = await import(files[name] ?? '')
  return subject
}
