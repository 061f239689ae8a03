import { Button } from '../components/button.tsx'
import { Code } from '../components/code.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { SandboxNote } from '../shell/sandboxes.tsx'
import { admin, client } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'

const hiddenKey = '•'.repeat(12)

/** What to do while the log is empty: a command to copy, and a request to send. */
export function NothingYet() {
  const key = useLoaded('info', () => admin.info()).value?.keys.group
  const { error, isBusy, run } = useAction()
  const url = `${client.url}/api/v2/events`
  const command = (token: string) => `curl ${url} \\\n  -H "OSDI-API-Token: ${token}"`
  const send = async () => {
    const headers = key === undefined ? {} : { 'OSDI-API-Token': key }
    await (await client.fetch(url, { headers })).arrayBuffer()
  }
  return (
    <section class="empty" aria-label="No requests yet">
      <h2>No requests yet</h2>
      <p>
        Send the requests of your application to <span class="mono">{client.url}</span>: they show here at once.
      </p>
      {client.isServed && key !== undefined && (
        <Code label="Command with the group's key" text={command(key)} shown={command(hiddenKey)} />
      )}
      <Button kind="primary" disabled={isBusy} onClick={() => void run(send)}>
        Send a sample request
      </Button>
      <ErrorMessage error={error} />
      <SandboxNote />
    </section>
  )
}
