import { type EventsV1, type EventsV2, isEventsError } from 'osdi-events'

/** What a page shows of an event, whatever the version calls it. */
export interface Shown {
  readonly title: string | null
  readonly attendees: number | null | undefined
}

/** What a page needs of the events, in either version. */
export interface EventsOfPage {
  list(): AsyncIterable<Shown>
  create(title: string): Promise<unknown>
}

export const pageOfV1 = (events: EventsV1): EventsOfPage => ({
  async *list() {
    for await (const event of events.list()) yield { title: event.summary, attendees: event.total_accepted }
  },
  create: (summary) => events.create({ summary, originating_system: 'Page' }),
})

export const pageOfV2 = (events: EventsV2): EventsOfPage => ({
  async *list() {
    for await (const event of events.list()) yield { title: event.title, attendees: event.total_accepted }
  },
  create: (title) => events.create({ title, origin_system: 'Page' }),
})

/** A page of events as an application would have it: a list, a form that adds to it, and a place for what goes wrong. */
export function showEvents(root: HTMLElement, events: EventsOfPage): void {
  root.innerHTML = `
    <form><label>Title <input name="title"></label><button>Create</button></form>
    <button type="button">Load</button>
    <p role="alert"></p>
    <ol aria-label="Events"></ol>`
  const part = <Part extends Element>(selector: string): Part => {
    const found = root.querySelector<Part>(selector)
    if (!found) throw new Error(`no ${selector} in the page`)
    return found
  }
  const list = part<HTMLOListElement>('ol')
  const alert = part<HTMLParagraphElement>('[role=alert]')
  const title = part<HTMLInputElement>('input')

  const load = async () => {
    const items: HTMLLIElement[] = []
    for await (const event of events.list()) {
      const item = document.createElement('li')
      item.textContent = `${event.title} (${event.attendees})`
      items.push(item)
    }
    list.replaceChildren(...items)
  }
  const unlessItFails = async (step: () => Promise<void>) => {
    alert.textContent = ''
    await step().catch((error: unknown) => {
      alert.textContent = isEventsError(error) ? `${error.code}: ${error.message}` : String(error)
    })
  }
  part('button[type=button]').addEventListener('click', () => unlessItFails(load))
  part('form').addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    void unlessItFails(async () => {
      await events.create(title.value)
      await load()
    })
  })
}
