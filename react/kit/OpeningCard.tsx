import * as Effect from "effect/Effect"
import { type ReactNode, useCallback, useState } from "react"
import type { Match } from "../../src/pages/match.ts"
import { useAuth } from "../Auth.ts"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { usePreloadedErrorTexts } from "./errorText.ts"
import { outlineOf, usualOutline } from "./outline.ts"
import { useLanguage } from "./useLanguage.ts"
import { useResize } from "./useResize.ts"

interface OpeningCardProps {
  /** The page that opens. `undefined` if the URL selects it. */
  readonly page: Match["page"] | undefined
}

/** The card while its page opens, with the page's outline. Screen readers announce that it is loading. */
export const OpeningCard = ({ page }: OpeningCardProps): ReactNode => {
  const { loading } = useTexts("common", common)
  const language = useLanguage()
  const { runtime } = useAuth()
  const [{ boxes, height }, setOutline] = useState(() => usualOutline(page))
  usePreloadedErrorTexts()
  // Only a browser has the stored outline. With a ref, it replaces the usual one before the first paint.
  const readOutline = useCallback((element: Element | null) => {
    if (element !== null) runtime.runFork(Effect.map(outlineOf(page), setOutline))
  }, [page, runtime])
  return (
    <section ref={useResize()} data-latchkey="root card opening" aria-busy="true" {...language}>
      <p ref={readOutline} role="status" data-latchkey="visually-hidden">{loading}</p>
      <svg data-latchkey="outline" width="100%" height={height} aria-hidden="true">
        {boxes.map(([top, height, start, width], index) => (
          <rect
            key={index}
            x={`${language.dir === "rtl" ? 100 - start - width : start}%`}
            y={top}
            width={`${width}%`}
            height={height}
          />
        ))}
      </svg>
    </section>
  )
}
