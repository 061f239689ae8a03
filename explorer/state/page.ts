/** Where the explorer is drawn: a page of its own, or the shadow of an element in a page of another program. */
let root: Document | ShadowRoot = document

export function drawIn(shadow: ShadowRoot): void {
  root = shadow
}

export const elementById = (id: string): HTMLElement | null => root.getElementById(id)

export const activeElement = (): Element | null => root.activeElement

export const isOwnPage = (): boolean => root === document

/** Sets the title of the explorer's own page. */
export function setTitle(title: string): void {
  if (isOwnPage()) document.title = title
}
