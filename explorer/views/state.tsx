import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Head } from '../parts/head.tsx'
import { count } from '../text/count.ts'
import { Download } from './state/download.tsx'
import { Reset } from './state/reset.tsx'
import { Upload } from './state/upload.tsx'
import type { View } from './view.ts'

const State = () => (
  <>
    <Head title="State" note={<Held />} />
    <div class="acts-grid">
      <section class="card" aria-labelledby="download">
        <h2 id="download">Download</h2>
        <p>
          Everything that the service holds, as one document of JSON: events, people, keys, RSVPs, messages and the
          clock. It can be uploaded here again, and <code>--state</code> starts from it.
        </p>
        <Download />
      </section>
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Upload</h2>
        <p>
          Goes on from such a document, in the place of what the service holds now. One that is damaged changes nothing.
        </p>
        <Upload />
      </section>
      <section class="card" aria-labelledby="reset">
        <h2 id="reset">Reset</h2>
        <p>Puts the service back to how it was made, with the events that it had then.</p>
        <Reset />
      </section>
    </div>
  </>
)

/** How much the service holds. */
function Held() {
  const revision = useLive((known) => known.revision)
  const { value } = useLoaded(() => control.overview(), { of: 'overview', on: [revision] })
  if (!value) return null
  return <>{`${count(value.events)} events, ${count(value.rsvps)} RSVPs, ${count(value.people)} people`}</>
}

/** What can be done with all that the service holds. */
export const stateView: View = {
  name: 'state',
  title: 'State',
  icon: 'M2.5 4c0-.8 2.5-1.5 5.5-1.5s5.5.7 5.5 1.5-2.5 1.5-5.5 1.5S2.5 4.8 2.5 4zm0 0v8c0 .8 2.5 1.5 5.5 1.5s5.5-.7 5.5-1.5V4M2.5 8c0 .8 2.5 1.5 5.5 1.5s5.5-.7 5.5-1.5',
  Page: State,
}
