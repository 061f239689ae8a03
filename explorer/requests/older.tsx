import { Button } from '../components/button.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount, formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { firstOf, maxRows, olderThan, type RequestList, withOlder } from '../state/request-list.ts'
import { update } from '../state/store.ts'

interface OlderProps {
  readonly list: RequestList
}

/** Says how many requests are older than the list. Loads those that the log still has. */
export function Older({ list }: OlderProps) {
  const { error, isBusy, run } = useAction()
  const { kept, gone } = olderThan(list)
  if (kept + gone === 0) return null
  const show = async () => {
    const rows = await admin.requestRows({ before: firstOf(list), per_page: maxRows })
    update(({ requests }) => ({ requests: requests && withOlder(requests, rows) }))
  }
  return (
    <div class="row small muted">
      <p>
        {kept > 0 && `${formatCount(kept, 'older request is', 'older requests are')} not shown. `}
        {goneFrom(list)}
      </p>
      {kept > 0 && (
        <Button disabled={isBusy} onClick={() => void run(show)}>
          Show older
        </Button>
      )}
      <ErrorMessage error={error} />
    </div>
  )
}

interface OlderMatchesProps extends OlderProps {
  /** What a search found. */
  readonly of: { readonly rows: readonly unknown[]; readonly total: number }
}

/** Says how many matches of a search the list does not show, and which requests the search could not read. */
export function OlderMatches({ list, of: { rows, total } }: OlderMatchesProps) {
  const more = total - rows.length
  const gone = goneFrom(list)
  if (more === 0 && gone === '') return null
  return (
    <p class="small muted">
      {more > 0 && `${formatCount(more, 'older match is', 'older matches are')} not shown: search for more words. `}
      {gone}
    </p>
  )
}

/** Says how many requests the log no longer has. */
function goneFrom(list: RequestList): string {
  const { gone } = olderThan(list)
  if (gone === 0) return ''
  const count = formatCount(gone, 'older request is', 'older requests are')
  return `${count} gone: the log keeps the newest ${formatNumber(list.logLimit)}.`
}
