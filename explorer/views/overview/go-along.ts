/** Lets arrow keys go from one link of a list to the next. */
export function goAlong(event: KeyboardEvent): void {
  const { currentTarget: list, target, key } = event
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const links = [...list.querySelectorAll('a')]
  const at = links.findIndex((link) => link.contains(target))
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[key]
  if (at < 0 || next === undefined || !links[next]) return
  event.preventDefault()
  links[next].focus()
}
