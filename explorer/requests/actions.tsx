import type { FaultRule, RequestLogEntry } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button, closeMenu, Menu } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { admin } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { programOf } from './program.ts'
import { curlOf, keyHeaderOf, sendAgain } from './replay.ts'

/** Faults for the next request, by the failure that its sender sees. */
const failures: Readonly<Record<string, Pick<FaultRule, 'effect' | 'when'>>> = {
  'with 503': { effect: { kind: 'status', status: 503 } },
  'with 429': { effect: { kind: 'rate-limit', retryAfter: 2 } },
  'without a response': { effect: { kind: 'no-answer' } },
  'with a reset': { effect: { kind: 'reset' } },
  'with a reset after the act': { effect: { kind: 'reset' }, when: 'after' },
  'with broken JSON': { effect: { kind: 'malformed-json' } },
}

/** Copies a request, sends it again, or makes the next one like it fail. */
export function RequestActions({ request }: { readonly request: RequestLogEntry }) {
  const { version, operation, method, path, truncated = false } = request
  const { value: keys = [] } = useLoaded('keys', () => admin.keys())
  // Position of one of the service's keys: the log does not have the key of the request.
  const [key, setKey] = useState(keyHeaderOf(request) === undefined ? '' : '0')
  const { error, isBusy, run } = useAction()
  const { value: info } = useLoaded('info', () => admin.info())
  const code = truncated || !info ? undefined : programOf(request, info.namespace)
  const match = operation ? { ...(version && { version }), operation } : { method, path }
  const again = async () => {
    closeMenu()
    const status = await sendAgain(request, key === '' ? undefined : keys[Number(key)]?.token)
    showToast(`Sent again: ${status || 'a redirect'}`)
  }
  const fail = async (failure: string, rule: Pick<FaultRule, 'effect' | 'when'>) => {
    closeMenu()
    await admin.faults.add({ ...match, times: 1, ...rule })
    showToast(`Fault added for the next ${operation ?? method}: it fails ${failure}`)
  }
  return (
    <div class="row small">
      {!truncated && <CopyButton text={curlOf(request)} what="as curl" />}
      {code !== undefined && <CopyButton text={code} what="as code" />}
      <Menu title="Send again">
        <Select
          label="Key to send with"
          value={key}
          options={[
            ['', 'without a key'],
            ...keys.map(({ title, kind }, index) => [String(index), `as ${title} (${kind})`] as const),
          ]}
          onChange={setKey}
        />
        <Button kind="primary" disabled={isBusy || truncated} onClick={() => void run(again)}>
          Send
        </Button>
      </Menu>
      <Menu title="Make the next one fail">
        {Object.entries(failures).map(([failure, rule]) => (
          <Button key={failure} disabled={isBusy} onClick={() => void run(() => fail(failure, rule))}>
            {failure}
          </Button>
        ))}
        <a href={hrefOf(['faults'], match)}>Another fault</a>
      </Menu>
      <ErrorMessage error={error} />
    </div>
  )
}
