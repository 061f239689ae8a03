import type { FaultRule, RequestLogEntry } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button, closeMenu, Menu } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { searchOf } from '../components/text.ts'
import { describeRule } from '../fault-words/describe.ts'
import { admin } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf, navigateFrom, useRoute } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { programOf } from './program.ts'
import { curlOf, keyHeaderOf, sendAgain } from './replay.ts'

/** Faults for the next request, by the failure that its sender sees. */
const failures: Readonly<Record<string, Pick<FaultRule, 'effect' | 'when'>>> = {
  'with 503': { effect: { kind: 'status', status: 503 } },
  'with 429': { effect: { kind: 'rate-limit', retryAfter: 2 } },
  '3 s late': { effect: { kind: 'latency', ms: 3000 } },
  'without a response': { effect: { kind: 'no-answer' } },
  'with a reset': { effect: { kind: 'reset' } },
  'with a reset after the act': { effect: { kind: 'reset' }, when: 'after' },
  'with broken JSON': { effect: { kind: 'malformed-json' } },
}

/** Copies a request, sends it again, or makes the next one like it fail. */
export function RequestActions({ request }: { readonly request: RequestLogEntry }) {
  const { number, version, operation, method, path, truncated = false } = request
  const { query: kept } = useRoute()
  const { value: keys = [] } = useLoaded('keys', () => admin.keys())
  // Position of one of the service's keys: the log does not have the key of the request.
  const [key, setKey] = useState(keyHeaderOf(request) === undefined ? '' : '0')
  const { error, isBusy, run } = useAction()
  const { value: info } = useLoaded('info', () => admin.info())
  const code = truncated || !info ? undefined : programOf(request, info.namespace)
  const parameters = [...new URLSearchParams(searchOf(request.url))].filter(([, value]) => value !== '[redacted]')
  // The service compares the first of two with the same name.
  const query = Object.fromEntries(parameters.toReversed())
  const next = {
    ...(operation ? { ...(version && { version }), operation } : { method, path }),
    ...(Object.keys(query).length > 0 && { query }),
    times: 1,
  }
  const again = async () => {
    closeMenu()
    const open = navigateFrom()
    const status = await sendAgain(request, key === '' ? undefined : keys[Number(key)]?.token)
    const { requests } = await admin.requestRows({ per_page: 20 })
    const sent = requests.find((row) => row.number > number && row.method === method && row.path === path)
    const note = `Sent again: ${status || 'a redirect'}`
    if (sent)
      open(hrefOf(['requests', String(sent.number)], Object.fromEntries(kept)), `${note}, request ${sent.number}`)
    else showToast(note)
  }
  const fail = async (failure: Pick<FaultRule, 'effect' | 'when'>) => {
    const rule = { ...next, ...failure }
    closeMenu()
    await admin.faults.add(rule)
    showToast(`Fault added. ${describeRule(rule, () => undefined, 'next')}`)
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
        {Object.entries(failures).map(([name, failure]) => (
          <Button key={name} disabled={isBusy} onClick={() => void run(() => fail(failure))}>
            {name}
          </Button>
        ))}
        <a href={hrefOf(['faults'], { rule: JSON.stringify({ ...next, ...failures['with 503'] }) })}>Another fault</a>
      </Menu>
      <ErrorMessage error={error} />
    </div>
  )
}
