import { Button } from '../components/button.tsx'
import { FormDialog } from '../components/form.tsx'
import { admin, client } from '../state/admin.ts'
import { showToast } from '../state/store.ts'

const fileName = 'osdi-events-state.json'
const stateUrl = () => `${client.url}/_mock/state`

/** Saves the state of a service that the browser itself cannot reach. */
async function download(): Promise<void> {
  const href = URL.createObjectURL(await (await client.fetch(stateUrl())).blob())
  const link = Object.assign(document.createElement('a'), { href, download: fileName })
  link.click()
  URL.revokeObjectURL(href)
}

export const DownloadButton = () =>
  client.isServed ? (
    <a class="button" href={stateUrl()} download={fileName}>
      Download
    </a>
  ) : (
    <Button onClick={() => void download()}>Download</Button>
  )

/** Asks before the log is emptied. */
export const DeleteRequests = ({ onClose }: { readonly onClose: () => void }) => (
  <FormDialog
    title="Delete all requests?"
    submit="Delete"
    kind="danger"
    onSubmit={async () => {
      await admin.clearRequests()
      showToast('All requests were deleted')
    }}
    onClose={onClose}
  >
    <p>The log loses them, those that a search leaves out too. What they stored stays.</p>
  </FormDialog>
)

/** Asks before everything is lost. */
export const Reset = ({ onClose }: { readonly onClose: () => void }) => (
  <FormDialog
    title="Reset the service?"
    submit="Reset"
    kind="danger"
    onSubmit={async () => {
      await admin.reset()
      showToast('The service was reset')
    }}
    onClose={onClose}
  >
    <p>
      Everything since the start is lost: new and changed events, people, groups, keys and RSVPs, the messages, the
      request log, the active faults, and what the clock was advanced by.
    </p>
    <p>
      Ids and request numbers begin again: a new record can get the id of a record that is gone, and links that you kept
      can lead to another record.
    </p>
    <p class="row">
      It cannot be undone. Download the state first to keep it. <DownloadButton />
    </p>
  </FormDialog>
)

/** Asks before a file replaces everything. Sends the file itself: to read it as text and as an object would need much more memory. */
export function Upload({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const restore = async () => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await client.fetch(stateUrl(), { method: 'PUT', headers, body: file })
    const { error }: { readonly error?: unknown } = await response.json()
    if (!response.ok) throw new Error(`The service refused the file, and nothing has changed. ${error}`)
    showToast(`The state was replaced by ${file.name}`)
  }
  return (
    <FormDialog title="Replace the state?" submit="Replace" kind="danger" onSubmit={restore} onClose={onClose}>
      <p>
        <strong class="text">{file.name}</strong> takes the place of everything that the service holds now: events,
        people, groups, keys, RSVPs, messages and the clock. The request log is emptied, and the faults go.
      </p>
      <p>It cannot be undone. Download the state first to keep it.</p>
    </FormDialog>
  )
}
