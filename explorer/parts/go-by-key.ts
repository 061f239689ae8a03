const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Lets arrow keys go from the link of one row to that of the next, in a list whose rows come and go as it scrolls. */
export function goByKey(event: KeyboardEvent): void {
  const step = steps[event.key]
  const { currentTarget: list, target } = event
  if (step === undefined || !(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const row = target.closest('tr')
  const index = Number(row?.getAttribute('aria-rowindex')) + step
  const next = list.querySelector<HTMLElement>(`.list-rows [aria-rowindex="${index}"] .row-link`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
