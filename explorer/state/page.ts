/** The shadow in a page of another program in which the explorer is drawn. Undefined in the explorer's own page. */
let shadow: ShadowRoot | undefined

export function drawIn(root: ShadowRoot): void {
  shadow = root
}

export const isOwnPage = (): boolean => shadow === undefined

/** The document or shadow that the explorer is drawn in. */
export const pageRoot = (): Document | ShadowRoot => shadow ?? document

export const elementById = (id: string): HTMLElement | null => pageRoot().getElementById(id)

export const activeElement = (): Element | null => pageRoot().activeElement

/** Sets the title of the explorer's own page. */
export function setTitle(title: string): void {
  if (isOwnPage()) document.title = title
}
