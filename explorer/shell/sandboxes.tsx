import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { closeDialog, Dialog } from '../components/dialog.tsx'
import { FormButton } from '../components/form.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount } from '../components/text.ts'
import { client, serverAdmin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { elementById, pageRoot } from '../state/page.ts'
import { countInLog } from '../state/request-list.ts'
import { currentHref, listOf, navigateFrom, useRoute } from '../state/route.ts'
import { endSandbox, explorerOf } from '../state/sandboxes.ts'
import { showToast, useShared } from '../state/store.ts'

/** Name of the sandbox that the explorer shows. Undefined for the service of the server. */
export const useSandboxName = (): string | undefined =>
  useShared(({ sandboxes }) => sandboxes?.find(({ url }) => url === client.url)?.name)

/** Whether the explorer shows a sandbox that has ended. */
export const useIsEnded = (): boolean =>
  useShared(
    ({ sandboxes }) =>
      sandboxes !== undefined && client.url !== client.server && !sandboxes.some(({ url }) => url === client.url),
  )

/** Leads to the explorers of the server and its sandboxes, makes sandboxes and ends them. */
export function SandboxSwitcher() {
  const sandboxes = useShared((state) => state.sandboxes) ?? []
  const name = useSandboxName()
  const [isOpen, setOpen] = useState(false)
  const { error, isBusy, run } = useAction()
  useLayoutEffect(() => {
    if (isOpen) elementById('sandbox-name')?.focus()
  }, [isOpen])
  const { server } = client
  if (server === undefined) return null
  const count = sandboxes.length === 0 ? 'Sandboxes' : formatCount(sandboxes.length, 'sandbox', 'sandboxes')
  const text = client.url === server ? count : name === undefined ? 'Ended sandbox' : `Sandbox: ${name}`
  const make = async () => {
    const field = pageRoot().querySelector<HTMLInputElement>('#sandbox-name')
    const title = field?.value.trim() ?? ''
    const open = navigateFrom()
    const { url } = (await serverAdmin?.sandbox(title === '' ? {} : { name: title })) ?? {}
    if (url !== undefined) open(`${explorerOf(url)}#/requests`, 'The sandbox was made')
  }
  return (
    <>
      <Button label={`Switch the service: ${text}`} onClick={() => setOpen(true)}>
        <span class={client.url === server ? undefined : 'cut'}>{text}</span> <span aria-hidden="true">▾</span>
      </Button>
      {isOpen && (
        <Dialog title="Services of this server" onClose={() => setOpen(false)}>
          <p class="note">A sandbox is a service of its own: data, keys, clock, requests and faults.</p>
          <ul class="lines" aria-label="Services">
            <Service url={server} name="The main service" />
            {sandboxes.map(({ id, url, name: title, requests }) => (
              <Service key={id} url={url} name={title} note={formatCount(requests, 'request')}>
                <Button label={`End ${title}`} disabled={isBusy} onClick={() => void run(() => end(url, title))}>
                  End
                </Button>
              </Service>
            ))}
          </ul>
          <ErrorMessage error={error} />
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault()
              void run(make)
            }}
          >
            <input id="sandbox-name" class="input" aria-label="Name of the new sandbox" placeholder="Name" />
            <Button type="submit" kind="primary" disabled={isBusy}>
              Make a sandbox
            </Button>
          </form>
        </Dialog>
      )}
    </>
  )
}

/** Ends a sandbox, and leads away from the one that is shown: it shows nothing any more. */
async function end(url: string, title: string): Promise<void> {
  const open = navigateFrom()
  await endSandbox(url)
  const note = `The sandbox ${title} has ended`
  const { server } = client
  if (url === client.url && server !== undefined) open(addressIn(server), note, 'Back to the main service')
  else showToast(note)
}

/** Says that the explorer shows a sandbox, and leads back. */
export function SandboxStrip() {
  const name = useSandboxName()
  const isEnded = useIsEnded()
  const isStill = useShared(({ clock }) => clock?.isRunning === false)
  // So that the way back is the address of the view that is open.
  useRoute()
  const { server } = client
  if (server === undefined || (name === undefined && !isEnded)) return null
  return (
    <aside class="row sandbox" aria-label="Sandbox">
      {isEnded ? (
        'This sandbox has ended.'
      ) : (
        <span>
          Sandbox <strong dir="auto">{name}</strong>
          {isStill && ' · its clock stands still: move it under Service'}
        </span>
      )}
      <a href={addressIn(server)}>Back to the main service</a>
      {name !== undefined && <EndButton name={name} />}
    </aside>
  )
}

/** Ends the sandbox that is shown, after a question if it has requests. */
function EndButton({ name }: { readonly name: string }) {
  const isUsed = useShared(({ requests }) => requests === undefined || countInLog(requests) > 0)
  const { error, isBusy, run } = useAction()
  const endIt = () => end(client.url, name)
  if (isUsed)
    return (
      <FormButton label="End it" title={`End the sandbox ${name}?`} submit="End" kind="danger" onSubmit={endIt}>
        <p>Its data, its requests and its faults are lost.</p>
      </FormButton>
    )
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(endIt)}>
        End it
      </Button>
      <ErrorMessage error={error} />
    </>
  )
}

/** The view that is open, in the explorer of another service, which has none of the records of this one. */
const addressIn = (url: string): string => explorerOf(url) + listOf(currentHref())

interface ServiceProps {
  readonly url: string
  readonly name: string
  readonly note?: string
  readonly children?: ComponentChildren
}

const Service = ({ url, name, note, children }: ServiceProps) => (
  <li class="spread">
    <a
      href={addressIn(url)}
      aria-current={url === client.url ? 'page' : undefined}
      dir="auto"
      // The address may be the same up to its hash.
      onClick={({ currentTarget }) => closeDialog(currentTarget)}
    >
      {name}
    </a>
    <span class="row muted small">
      {note}
      {children}
    </span>
  </li>
)

/** Says in an empty log which sandboxes have requests. */
export function SandboxNote() {
  const busy = (useShared((state) => state.sandboxes) ?? []).filter(
    ({ url, requests }) => requests > 0 && url !== client.url,
  )
  if (busy.length === 0) return null
  const total = busy.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <p>
      {formatCount(total, 'request')} went to {formatCount(busy.length, 'sandbox', 'sandboxes')}:{' '}
      {busy.slice(0, maxNamed).map(({ id, url, name }, index) => (
        <span key={id} dir="auto">
          {index > 0 && ', '}
          <a href={explorerOf(url)}>{name}</a>
        </span>
      ))}
      {busy.length > maxNamed ? ' and others.' : '.'}
    </p>
  )
}

/** The most sandboxes that the empty log names. */
const maxNamed = 3
