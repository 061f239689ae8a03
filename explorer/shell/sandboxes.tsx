import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { formatCount } from '../components/text.ts'
import { client } from '../state/admin.ts'
import { currentHref } from '../state/route.ts'
import { explorerOf } from '../state/sandboxes.ts'
import { useShared } from '../state/store.ts'

/** Name of the sandbox that the explorer shows. Undefined for the service of the server. */
export const useSandboxName = (): string | undefined =>
  useShared(({ sandboxes }) => sandboxes?.find(({ url }) => url === client.url)?.name)

/** Whether the explorer shows a sandbox that has ended. */
export const useIsEnded = (): boolean =>
  useShared(
    ({ sandboxes }) =>
      sandboxes !== undefined && client.url !== client.server && !sandboxes.some(({ url }) => url === client.url),
  )

/** Leads to the explorers of the server and its sandboxes. */
export function SandboxSwitcher() {
  const sandboxes = useShared((state) => state.sandboxes) ?? []
  const name = useSandboxName()
  const [isOpen, setOpen] = useState(false)
  const { server } = client
  if (server === undefined || (sandboxes.length === 0 && client.url === server)) return null
  const text = client.url === server ? formatCount(sandboxes.length, 'sandbox', 'sandboxes') : (name ?? 'Ended sandbox')
  return (
    <div class="sandboxes">
      <Button label={`Switch the service: ${text}`} onClick={() => setOpen(true)}>
        <span class="sandbox-name">{text}</span>
      </Button>
      {isOpen && (
        <Dialog title="Services of this server" onClose={() => setOpen(false)}>
          <ul class="sandbox-list" aria-label="Services">
            <Service url={server} name="The server itself" />
            {sandboxes.map(({ id, url, name: title, requests }) => (
              <Service key={id} url={url} name={title} note={formatCount(requests, 'request')} />
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}

interface ServiceProps {
  readonly url: string
  readonly name: string
  readonly note?: string
}

/** Leads to the view that is open, in the explorer of another service. A number in the address is that of a request or a message of this one. */
const Service = ({ url, name, note }: ServiceProps) => (
  <li class="spread">
    <a
      href={explorerOf(url) + currentHref().replace(/\/\d+(?=\?|$)/, '')}
      aria-current={url === client.url ? 'page' : undefined}
      dir="auto"
    >
      {name}
    </a>
    <span class="muted small">{note}</span>
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
    <span class="sandbox-note">
      {formatCount(total, 'request')} went to {formatCount(busy.length, 'sandbox', 'sandboxes')}:{' '}
      {busy.slice(0, maxNamed).map(({ id, url, name }, index) => (
        <span key={id} dir="auto">
          {index > 0 && ', '}
          <a href={explorerOf(url)}>{name}</a>
        </span>
      ))}
      {busy.length > maxNamed ? ' and others.' : '.'}
    </span>
  )
}

/** The most sandboxes that the empty log names. */
const maxNamed = 3
