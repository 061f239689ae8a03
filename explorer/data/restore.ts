import { serviceUrl } from './control.ts'

/** Lets the service go on from the state in a file. It goes out as it is: a page that read it first would hold all of it several times. */
export async function restoreFrom(file: File): Promise<void> {
  const answer = await fetch(`${serviceUrl}/_mock/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: file,
  })
  if (answer.ok) return
  const { error }: { readonly error?: unknown } = await answer.json()
  throw new Error(`The service refused the file, and nothing has changed. ${error}`)
}
