import { Button } from '../components/button.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount, formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { firstOf, maxRows, olderThan, type RequestList, withOlder } from '../state/request-list.ts'
import { update } from '../state/store.ts'

/** Says how many requests are older than the list. Loads those that the log still has. */
export function Older({ list }: { readonly list: RequestList }) {
  const { error, isBusy, run } = useAction()
  const { older, gone } = olderThan(list)
  if (older === 0) return null
  const show = async () => {
    const rows = await admin.requestRows({ before: firstOf(list), per_page: maxRows })
    update(({ requests }) => ({ requests: requests && withOlder(requests, rows) }))
  }
  return (
    <div class="row small muted">
      <p>{sentenceOn(older - gone, gone, list.logLimit)}</p>
      {gone < older && (
        <Button disabled={isBusy} onClick={() => void run(show)}>
          Show older
        </Button>
      )}
      <ErrorMessage error={error} />
    </div>
  )
}

function sentenceOn(kept: number, gone: number, limit: number): string {
  const shown = kept > 0 && `${formatCount(kept, 'older request is', 'older requests are')} not shown.`
  const count = shown ? `${formatNumber(gone)} more` : formatCount(gone, 'older request')
  const lost =
    gone > 0 && `${count} ${gone === 1 ? 'is' : 'are'} gone: the log keeps the newest ${formatNumber(limit)}.`
  return [shown, lost].filter(Boolean).join(' ')
}

interface OlderMatchesProps {
  readonly of: { readonly rows: readonly unknown[]; readonly total: number }
}

/** Says how many matches of a search the list does not show. */
export const OlderMatches = ({ of: { rows, total } }: OlderMatchesProps) =>
  total > rows.length ? (
    <p class="small muted">
      {`${formatCount(total - rows.length, 'older match is', 'older matches are')} not shown: search for more words.`}
    </p>
  ) : null
