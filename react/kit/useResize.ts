import { useCallback, useRef } from "react"
import { usePageContext } from "./PageContext.ts"

/**
 * Returns the ref for a page's root, which starts with the previous page's height and grows or shrinks to its own. It does not
 * move for users who reduce motion.
 */
export const useResize = (): (element: HTMLElement | null) => void => {
  const { layout } = usePageContext()
  const last = useRef<HTMLElement>(null)
  return useCallback((element) => {
    if (layout !== undefined) {
      // React clears the ref before it removes the element.
      if (element === null) layout.height = last.current!.offsetHeight
      else {
        resize(element, layout.height)
        layout.card = element
      }
    }
    last.current = element
  }, [layout])
}

const resize = (element: HTMLElement, from: number | undefined): void => {
  if (from === undefined) return
  const to = element.offsetHeight
  if (from === to) return
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
  // Without a clip: a window that the browser does not draw stays at the first frame, which would cut fields off.
  const frame = (height: number): Keyframe => ({ height: `${height}px` })
  element.animate([frame(from), frame(to)], { duration: 180, easing: "ease-out" })
}
