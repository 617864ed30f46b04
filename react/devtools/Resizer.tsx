import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from "react"
import { type Settings, sizeRange } from "./settings.ts"

export interface ResizerProps {
  readonly panel: RefObject<HTMLElement | null>
  readonly settings: Settings
  readonly change: (next: Partial<Settings>) => void
}

/** The pixels by which one key press changes the size. */
const step = 24

/** Renders the handle. It follows the pointer, and the arrow keys. */
export const Resizer = ({ change, panel, settings }: ResizerProps): ReactNode => {
  const start = useRef<{ readonly at: number; readonly size: number } | undefined>(undefined)
  const isBottom = settings.dock === "bottom"
  const size = isBottom ? settings.height : settings.width
  const max = () => Math.max(sizeRange.min, Math.min(sizeRange.max, (isBottom ? innerHeight : innerWidth) - 48))
  const resize = (wanted: number) => {
    const next = Math.round(Math.min(max(), Math.max(sizeRange.min, wanted)))
    change(isBottom ? { height: next } : { width: next })
  }
  const positionOf = ({ clientX, clientY }: PointerEvent) => isBottom ? clientY : clientX
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    // The window may be smaller than the size in the settings.
    const box = panel.current?.getBoundingClientRect()
    start.current = { at: positionOf(event), size: (isBottom ? box?.height : box?.width) ?? size }
  }
  const drag = (event: PointerEvent) => {
    if (start.current === undefined) return
    resize(start.current.size + start.current.at - positionOf(event))
  }
  const release = () => {
    start.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const shown = Math.min(size, max())
    const targets: Readonly<Record<string, number>> = {
      [isBottom ? "ArrowUp" : "ArrowLeft"]: shown + step,
      [isBottom ? "ArrowDown" : "ArrowRight"]: shown - step,
      Home: sizeRange.min,
      End: max()
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    resize(target)
  }
  return (
    <div
      className="resizer"
      role="separator"
      tabIndex={0}
      aria-label="Resize the panel"
      aria-orientation={isBottom ? "horizontal" : "vertical"}
      aria-valuenow={size}
      aria-valuemin={sizeRange.min}
      aria-valuemax={sizeRange.max}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  )
}
