import {
  type EventsV2,
  type EventV2,
  eventsOf,
  isEventsError,
  type PageIterator,
  type PageV2,
  wallClockOf,
} from 'osdi-events'

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

/** The clock at the place of the event, formatted as if it were UTC, so that no time zone moves it. */
const startOf = (event: EventV2) => {
  const { start } = wallClockOf(event)
  return start ? when.format(new Date(`${start}Z`)) : 'no time yet'
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** All texts are set as text, for they are written by strangers; an address is a link only if it is one of the web. */
function itemOf(event: EventV2): HTMLLIElement {
  const item = document.createElement('li')
  const url = event.browser_url
  const title = document.createElement(url && isWebAddress(url) ? 'a' : 'span')
  title.textContent = event.title
  if (title instanceof HTMLAnchorElement && url) title.href = url
  const details = document.createElement('p')
  const place = [event.location?.venue, event.location?.locality].filter(Boolean).join(', ')
  details.textContent = [startOf(event), place, `${event.total_accepted ?? 0} coming`].filter(Boolean).join(' · ')
  item.append(title, details)
  return item
}

/** What to tell the organizer who looks at the page. */
function adviceOf(error: unknown): string {
  if (!isEventsError(error)) return 'Something went wrong in this page.'
  if (error.code === 'input') return `This cannot be used as a key: ${error.message}`
  if (error.code === 'http' && [401, 403].includes(error.status)) return 'The service does not know this key.'
  return `The events cannot be read right now. ${error.message}`
}

function part<Part extends Element>(root: ParentNode, selector: string): Part {
  const found = root.querySelector<Part>(selector)
  if (!found) throw new Error(`no ${selector} in the page`)
  return found
}

/** Makes the page work. */
export function showEvents(root: ParentNode, clientOf: (apiKey: string) => EventsV2): void {
  const form = part<HTMLFormElement>(root, 'form')
  const list = part<HTMLOListElement>(root, 'ol')
  const status = part<HTMLElement>(root, '[role=status]')
  const alert = part<HTMLElement>(root, '[role=alert]')
  const goOn = part<HTMLButtonElement>(root, 'button[type=button]')
  let leave = new AbortController()

  form.addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    // Whatever an earlier key still brings belongs to nobody any more.
    leave.abort()
    leave = new AbortController()
    list.replaceChildren()
    status.textContent = ''
    void begin(String(new FormData(form).get('key')), leave.signal)
  })

  async function begin(apiKey: string, signal: AbortSignal): Promise<void> {
    try {
      // Organizers see each of their events, also one that is not what the API describes: whatever its fields are, they are shown as text.
      const walk = clientOf(apiKey).list({ signal, onInvalid: 'keep' }).pages()
      const read = () => readOn(walk, signal)
      goOn.onclick = read
      await read()
    } catch (error) {
      fail(error)
    }
  }

  /** Reads to the end. After a failure it can be called again: the walk asks once more for the page that failed. */
  async function readOn(walk: PageIterator<PageV2>, signal: AbortSignal): Promise<void> {
    alert.textContent = ''
    goOn.hidden = true
    try {
      for (let next = await walk.next(); !next.done; next = await walk.next()) {
        list.append(...eventsOf(next.value).map(itemOf))
        status.textContent = `${list.children.length} of ${next.value.total_records ?? 'many'} events`
      }
      const all = `${list.children.length} events`
      status.textContent = walk.report.complete ? all : `${all}. The list ended early: the service has more.`
    } catch (error) {
      if (signal.aborted) return
      fail(error)
      goOn.hidden = false
    }
  }

  function fail(error: unknown): void {
    alert.textContent = adviceOf(error)
  }
}
