import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { rowsInView, type Span } from './rows-in-view.ts'

/** Milliseconds between drawings while the list goes by faster than anybody reads. */
const pause = 80

/** The rows of a scrolling box that are to be drawn, and what brings them up to date after it has moved. */
export function useSpan(box: RefObject<HTMLElement | null>, height: number, count: number) {
  const [span, show] = useState<Span>({ from: 0, to: 30 })
  const shown = useRef(span)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const draw = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const next = spanOf(box.current, height, count)
    if (!next || (next.from === shown.current.from && next.to === shown.current.to)) return
    shown.current = next
    show(next)
  }
  const look = () => {
    const next = spanOf(box.current, height, count)
    const isFar = next && (next.from >= shown.current.to || next.to <= shown.current.from)
    if (!isFar) draw()
    else timer.current ??= setTimeout(draw, pause)
  }
  return { span, look }
}

const spanOf = (box: HTMLElement | null, height: number, count: number): Span | undefined =>
  box ? rowsInView({ scrolled: box.scrollTop, visible: box.clientHeight, height, count }) : undefined
