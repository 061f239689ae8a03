import { Head } from '../parts/head.tsx'
import { Empty } from '../parts/state.tsx'

/** Shown where an address leads to no view. */
export const NotFound = () => (
  <>
    <Head title="Not found" />
    <Empty title="There is nothing at this address">
      <a href="#/">Back to the events</a>
    </Empty>
  </>
)
