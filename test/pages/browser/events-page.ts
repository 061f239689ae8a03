import { type EventsV2, isEventsError } from 'osdi-events'

/** A page of events as an application would have it: a list, a form that adds to it, and a place for what goes wrong. */
export function showEvents(root: HTMLElement, events: EventsV2): void {
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
      item.textContent = `${event.title} (${event.total_accepted})`
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
      await events.create({ title: title.value, origin_system: 'Page' })
      await load()
    })
  })
}
