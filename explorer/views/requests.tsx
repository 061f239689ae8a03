import { useLive } from '../data/live.ts'
import { Head } from '../parts/head.tsx'
import { Empty } from '../parts/state.tsx'
import type { View } from './view.ts'

function Requests() {
  const requests = useLive((known) => known.requests)
  return (
    <>
      <Head title="Requests" note={`${requests.length} in the journal`} />
      {requests.length === 0 && <Empty title="No requests yet">What your application sends shows here at once.</Empty>}
      <ul>
        {requests.map(({ number, method, path, status }) => (
          <li key={number}>
            {method} {path} {status}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The journal, as it happens. */
export const requestsView: View = {
  name: 'requests',
  title: 'Requests',
  icon: 'M2.5 5h9m0 0L9 2.5M11.5 5 9 7.5M13.5 11h-9m0 0L7 8.5M4.500 11 7 13.5',
  Page: Requests,
}
