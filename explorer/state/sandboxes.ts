import { client, serverAdmin } from './admin.ts'
import { update } from './store.ts'

/** Milliseconds between two looks at the list of sandboxes. */
const interval = 2000

/** Keeps the list of sandboxes up to date while the page is visible, until the returned function is called. The feed does not have them. */
export function watchSandboxes(): () => void {
  const admin = serverAdmin
  if (!admin) return () => {}
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let known = ''
  const look = async () => {
    try {
      const sandboxes = document.hidden ? undefined : await admin.sandboxes()
      const text = JSON.stringify(sandboxes)
      if (sandboxes && text !== known && !isStopped) {
        known = text
        update(() => ({ sandboxes }))
      }
    } catch {
      // The state of the connection shows that the server does not answer.
    }
    if (!isStopped) timer = setTimeout(() => void look(), interval)
  }
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Ends a sandbox of the server. */
export async function endSandbox(url: string): Promise<void> {
  const response = await client.fetch(url, { method: 'DELETE' })
  if (!response.ok) throw new Error(`The server did not end the sandbox: status ${response.status}`)
}

/** Address of the explorer of a service. */
export const explorerOf = (url: string): string => `${url}/_mock/ui`
